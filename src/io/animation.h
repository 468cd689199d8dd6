#pragma once

#include "io/draw.h"

namespace jounce::io {

/// What `jounce animate` draws: a field over the frames. `frame` and `time` of the request have no meaning.
struct AnimationRequest : DrawRequest {
  std::optional<double> from, to;  ///< times
  int most_frames = 100;           ///< those left out lie evenly between those drawn
  double seconds = 0;              ///< length; 0: 0.05 s a frame
};

struct Animated {
  std::string name, unit;
  ValueRange range;        ///< of the colours
  std::size_t frames = 0;  ///< drawn
  std::filesystem::path file;
};

/// Draws an animation off screen: a GIF by gnuplot, or an MP4 by ffmpeg from pictures of gnuplot. Colours and
/// the part of space that is shown are the same in all frames. Throws OutputError: as draw(), no frame in the
/// interval, an ending that is neither .gif nor .mp4, ffmpeg missing (names the package) or failing.
Animated animate(const FieldFile& file, const AnimationRequest& request);

}  // namespace jounce::io
