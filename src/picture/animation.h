#pragma once

#include "picture/draw.h"

namespace jounce::picture {

/// What `jounce animate` draws: a field over the frames. `frame` and `time` of the request have no meaning.
struct AnimationRequest : io::DrawRequest {
  std::optional<double> from, to;  ///< times
  int most_frames = 100;           ///< those left out lie evenly between those drawn
  double seconds = 0;              ///< length; 0: 0.05 s a frame
};

struct Animated {
  std::string name, unit;
  io::ValueRange range;    ///< of the colours
  std::size_t frames = 0;  ///< drawn
  std::filesystem::path file;
};

/// Draws an animation off screen: a GIF by gnuplot, or a film (.mp4, .webm) by ffmpeg from the same pictures.
/// Colours and the part of space that is shown are the same in all frames. Throws io::OutputError: as draw(),
/// no frame in the interval, another ending, ffmpeg missing (names the package) or failing.
Animated animate(const io::FieldFile& file, const AnimationRequest& request);

}  // namespace jounce::picture
