// PETSc, SLEPc, CHOLMOD, UMFPACK and HDF5 for a program that seldom needs them. They bring a hundred
// libraries along, and to load and bind these takes longer than a small run; OpenBLAS starts threads besides.
// A program that is linked with this file instead of them has their functions in it, which jump to where the
// real ones are. The first one of each library that is called, PetscInitialize, SlepcInitializeNoArguments,
// cholmod_start, umfpack_di_defaults or H5open, loads it and finds those places.
//
// A function that is missing in library_functions.def is an undefined reference of the linker.

#include <cholmod.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <hdf5.h>
#include <petscsys.h>
#include <slepcsys.h>
#include <umfpack.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#if defined(__x86_64__)
#define JOUNCE_JUMP(place) "jmp *" place "(%rip)\n"
#elif defined(__aarch64__)
#define JOUNCE_JUMP(place) "adrp x16, " place "\nldr x16, [x16, :lo12:" place "]\nbr x16\n"
#endif

/// A function that leaves all registers as they are and goes on at <name>_place.
#define JOUNCE_JUMPING(name, at_first)                                                 \
  extern "C" {                                                                         \
  void* name##_place = reinterpret_cast<void*>(at_first);                              \
  }                                                                                    \
  asm(".text\n.globl " #name "\n.hidden " #name "\n.type " #name ", %function\n" #name \
      ":\n" JOUNCE_JUMP(#name "_place") ".size " #name ", .-" #name "\n");

namespace {

/// Before PETSc is loaded there is nothing that could be destroyed.
PetscErrorCode destroy_nothing() { return 0; }

[[noreturn]] void refuse() {
  std::fputs("jounce: a function of a library is called before its start\n", stderr);
  std::abort();
}

}  // namespace

#define PETSC_DESTROY(name) JOUNCE_JUMPING(name, destroy_nothing)
#define PETSC_FUNCTION(name) JOUNCE_JUMPING(name, refuse)
#define SLEPC_FUNCTION(name) JOUNCE_JUMPING(name, refuse)
#define CHOLMOD_FUNCTION(name) JOUNCE_JUMPING(name, refuse)
#define UMFPACK_FUNCTION(name) JOUNCE_JUMPING(name, refuse)
#define HDF5_FUNCTION(name) JOUNCE_JUMPING(name, refuse)
#define HDF5_NUMBER(name) hid_t name = -1;
#include "la/library_functions.def"

// What the macros of PETSc's headers use: PetscFree, and counters of messages, which nobody asks for here.
extern "C" {
PetscErrorCode (*PetscTrFree)(void*, int, const char[], const char[]) = nullptr;
PetscLogDouble petsc_allreduce_ct = 0, petsc_gather_ct = 0;
}

namespace {

void *petsc = nullptr, *slepc = nullptr, *cholmod = nullptr, *umfpack = nullptr, *hdf5 = nullptr;

void* load(const char* name, const char* folder) {
  constexpr int how = RTLD_LAZY | RTLD_LOCAL;
  void* library = dlopen(name, how);
  if (library == nullptr) library = dlopen(fmt::format("{}/{}", folder, name).c_str(), how);
  if (library == nullptr)
    throw std::runtime_error(
        fmt::format("this needs the library {}, which cannot be loaded: {}", name, dlerror()));
  return library;
}

void* find(void* library, const char* name) {
  void* const place = dlsym(library, name);
  if (place == nullptr) throw std::runtime_error(fmt::format("the library of {} does not have it", name));
  return place;
}

#define FIND_PLACE(name) name##_place = find(library, #name);

void load_petsc() {
  if (petsc != nullptr) return;
  void* const library = load(JOUNCE_PETSC_LIBRARY, JOUNCE_PETSC_FOLDER);
#define PETSC_DESTROY(name) FIND_PLACE(name)
#define PETSC_FUNCTION(name) FIND_PLACE(name)
#include "la/library_functions.def"
  petsc = library;
}

void load_slepc() {
  if (slepc != nullptr) return;
  void* const library = load(JOUNCE_SLEPC_LIBRARY, JOUNCE_SLEPC_FOLDER);
#define SLEPC_FUNCTION(name) FIND_PLACE(name)
#include "la/library_functions.def"
  slepc = library;
}

void load_cholmod() {
  if (cholmod != nullptr) return;
  void* const library = load(JOUNCE_CHOLMOD_LIBRARY, JOUNCE_CHOLMOD_FOLDER);
#define CHOLMOD_FUNCTION(name) FIND_PLACE(name)
#include "la/library_functions.def"
  cholmod = library;
}

void load_umfpack() {
  if (umfpack != nullptr) return;
  void* const library = load(JOUNCE_UMFPACK_LIBRARY, JOUNCE_UMFPACK_FOLDER);
#define UMFPACK_FUNCTION(name) FIND_PLACE(name)
#include "la/library_functions.def"
  umfpack = library;
}

void load_hdf5() {
  if (hdf5 != nullptr) return;
  void* const library = load(JOUNCE_HDF5_LIBRARY, JOUNCE_HDF5_FOLDER);
#define HDF5_FUNCTION(name) FIND_PLACE(name)
#include "la/library_functions.def"
  hdf5 = library;
}

}  // namespace

extern "C" {

PetscErrorCode PetscInitialize(int* argc, char*** argv, const char file[], const char help[]) {
  load_petsc();
  const auto initialise = reinterpret_cast<decltype(&PetscInitialize)>(find(petsc, "PetscInitialize"));
  const PetscErrorCode code = initialise(argc, argv, file, help);
  PetscTrFree = *static_cast<decltype(PetscTrFree)*>(find(petsc, "PetscTrFree"));
  return code;
}

PetscErrorCode PetscInitialized(PetscBool* answer) {
  *answer = PETSC_FALSE;
  if (petsc == nullptr) return 0;
  return reinterpret_cast<decltype(&PetscInitialized)>(find(petsc, "PetscInitialized"))(answer);
}

PetscErrorCode SlepcInitializeNoArguments() {
  load_slepc();
  return reinterpret_cast<decltype(&SlepcInitializeNoArguments)>(find(slepc, "SlepcInitializeNoArguments"))();
}

int cholmod_start(cholmod_common* common) {
  load_cholmod();
  return reinterpret_cast<decltype(&cholmod_start)>(find(cholmod, "cholmod_start"))(common);
}

void umfpack_di_defaults(double control[UMFPACK_CONTROL]) {
  load_umfpack();
  reinterpret_cast<decltype(&umfpack_di_defaults)>(find(umfpack, "umfpack_di_defaults"))(control);
}

herr_t H5open() {
  const bool is_first = hdf5 == nullptr;
  load_hdf5();
  const herr_t status = reinterpret_cast<decltype(&H5open)>(find(hdf5, "H5open"))();
  if (!is_first) return status;
#define HDF5_NUMBER(name) name = *static_cast<const hid_t*>(find(hdf5, #name));
#include "la/library_functions.def"
  return status;
}

}  // extern "C"
