// Colours of values and of parts.

const kMaps = {
  "rainbow": [0x2b3f9e, 0x2f7fd0, 0x35b5c4, 0x52c46b, 0xb9d23c, 0xf2c230, 0xee7f2c, 0xc8231f],
  "blue - red": [0x2c5fb8, 0x7fa8dc, 0xe9edf2, 0xe39a7f, 0xb0281f],
  "grey": [0x30353b, 0xf2f4f6],
};
const kPartColours = [0x7c9cc4, 0xd9a066, 0x8fb98a, 0xc38aa6, 0x9a93c9, 0xc7bd6f, 0x74b3b1, 0xcf8576, 0xa7b0ba, 0xb59c86];

/** Colour of what has no value. */
const kNoValue = [0.72, 0.72, 0.72];
const kGroundColour = [0.68, 0.7, 0.72], kJointColour = [0.25, 0.28, 0.33], kSpringColour = [0.2, 0.32, 0.5];

const channels = colour => [16, 8, 0].map(shift => (colour >> shift & 255) / 255);
const css = colour => `rgb(${colour.map(c => Math.round(255 * c)).join(",")})`;

/** Colour of each part: meshes and bodies by turns. */
function partColour(part, index) {
  if (part.kind === "ground") return kGroundColour;
  if (part.kind === "joints") return kJointColour;
  if (part.kind === "spring" || part.kind === "damper") return kSpringColour;
  return channels(kPartColours[index % kPartColours.length]);
}

/** Bytes r, g, b, a of 256 colours between those of a map. */
function mapBytes(colours, isReversed) {
  const list = (isReversed ? [...colours].reverse() : colours).map(channels), bytes = new Uint8Array(4 * 256);
  for (let i = 0; i < 256; ++i) {
    const place = i / 255 * (list.length - 1), low = Math.min(Math.floor(place), list.length - 2);
    for (let c = 0; c < 3; ++c)
      bytes[4 * i + c] = Math.round(255 * (list[low][c] + (place - low) * (list[low + 1][c] - list[low][c])));
    bytes[4 * i + 3] = 255;
  }
  return bytes;
}

/** Round numbers between two values. */
function ticks(low, high, about) {
  if (!(high > low)) return [low];
  const rough = (high - low) / about, size = 10 ** Math.floor(Math.log10(rough));
  const step = size * [1, 2, 5, 10].find(s => s * size >= rough * (1 - 1e-9));
  const list = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k) list.push(k * step);
  return list.map(x => (Math.abs(x) < 1e-9 * step ? 0 : x));
}
