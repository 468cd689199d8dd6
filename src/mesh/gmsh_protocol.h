#pragma once

#include <cstdint>

// What the program and its reader of meshes say to each other. The reader (the program jounce_gmsh) has a
// socket in place of a terminal. It says GmshHello; for every GmshRequest, which comes with a memory file, it
// makes a process that reads the mesh and fills the file (GmshReport, then the payload), and says how that
// process ended by a GmshReply. Everything is of one machine and one build.

namespace jounce {

inline constexpr std::uint32_t kGmshProtocol = 0x4a470003;  ///< changes with the structures below
inline constexpr int kGmshSocket = 3;                       ///< file descriptor of the reader
inline constexpr std::uint64_t kGmshPayload = 4096;         ///< where the payload begins in the memory file

struct GmshHello {
  std::uint32_t protocol;
};

struct GmshRequest {
  std::uint32_t protocol;
  std::int32_t order;     ///< 1 or 2 (serendipity); 0: as the file says
  double size;            ///< largest size of elements in the file's unit of length; 0: as the file says
  double time_limit;      ///< seconds of processor time
  double memory_limit;    ///< bytes of address space
  std::uint32_t trusted;  ///< 1: scripts may act
  char folder[2048];      ///< working folder
  char file[2048];
};

/// How far the process got; it stays true whatever ends the process.
struct GmshReport {
  enum State : std::uint32_t { untouched, at_work, mesh, refused };
  enum End : std::uint32_t { unknown, signal, ended_itself, no_memory, no_time, forbidden };
  State state;
  End end;
  std::int32_t number;    ///< of the signal, of the system call that is forbidden, or the status
  std::int32_t line;      ///< of the script; 0: not known
  std::uint32_t meshing;  ///< 1: the file has been read
  std::uint64_t size;     ///< of the payload: a mesh, or the message of a refusal
  char file[2048];        ///< of the line
};
static_assert(sizeof(GmshReport) <= kGmshPayload);

struct GmshReply {
  std::int32_t status;  ///< as of waitpid
  double waited;        ///< s in which it did nothing, and was ended for it; 0: it was not
};

}  // namespace jounce
