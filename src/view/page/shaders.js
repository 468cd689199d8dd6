// Programs of the graphics processor (GLSL ES 3.00).

const kHead = `#version 300 es
precision highp float;
`;

/** Colour of a value, light, and the plane behind which nothing is drawn. */
const kSurfaceColour = `
uniform sampler2D uMap;
uniform vec2 uRange;
uniform float uBands;
uniform bool uByField;
uniform vec4 uClip;

bool isCut(vec3 place) { return dot(uClip.xyz, place) > uClip.w; }

vec3 colourOf(float value, vec3 plain) {
  if (!uByField) return plain;
  if (!(abs(value) < 1e37)) return plain;
  float t = clamp((value - uRange.x) / max(uRange.y - uRange.x, 1e-37), 0.0, 1.0);
  if (uBands > 0.0) t = (min(floor(t * uBands), uBands - 1.0) + 0.5) / uBands;
  return texture(uMap, vec2(t, 0.5)).rgb;
}

/** Light from the upper left in front, on both sides; \`n\` in axes of the screen. */
vec3 lit(vec3 colour, vec3 n) {
  n = n.z < 0.0 ? -n : n;
  float front = max(dot(n, normalize(vec3(-0.35, 0.5, 0.8))), 0.0);
  float side = max(dot(n, normalize(vec3(0.8, -0.1, 0.4))), 0.0);
  float glint = pow(max(dot(n, normalize(vec3(-0.2, 0.3, 0.95))), 0.0), 40.0);
  return colour * (0.46 + 0.48 * front + 0.14 * side) + 0.10 * glint;
}
`;

/** Triangles with values at their corners. */
const kMeshProgram = [kHead + `
uniform mat4 uView;
uniform mat3 uTurn;
in vec3 aPosition, aNormal;
in float aValue;
out vec3 vPlace, vNormal, vEye;
out float vValue;
void main() {
  vPlace = aPosition;
  vNormal = uTurn * aNormal;
  vEye = uTurn * aPosition;
  vValue = aValue;
  gl_Position = uView * vec4(aPosition, 1.0);
}`, kHead + kSurfaceColour + `
uniform vec3 uColour;
in vec3 vPlace, vNormal, vEye;
in float vValue;
out vec4 colour;
void main() {
  if (isCut(vPlace)) discard;
  vec3 n = vNormal;
  if (dot(n, n) < 1e-8) n = cross(dFdx(vEye), dFdy(vEye));
  colour = vec4(lit(colourOf(vValue, uColour), normalize(n)), 1.0);
}`];

/** The plane of a cut, of one value. */
const kCapProgram = [kHead + `
uniform mat4 uView;
in vec3 aPosition;
void main() { gl_Position = uView * vec4(aPosition, 1.0); }`, kHead + kSurfaceColour + `
uniform mat3 uTurn;
uniform vec3 uColour, uNormal;
uniform float uValue;
out vec4 colour;
void main() { colour = vec4(lit(colourOf(uValue, uColour), uTurn * uNormal), 1.0); }`];

/** Lines of one pixel between places. */
const kEdgeProgram = [kHead + `
uniform mat4 uView;
in vec3 aPosition;
out vec3 vPlace;
void main() {
  vPlace = aPosition;
  gl_Position = uView * vec4(aPosition, 1.0);
}`, kHead + `
uniform vec4 uClip, uInk;
in vec3 vPlace;
out vec4 colour;
void main() {
  if (dot(uClip.xyz, vPlace) > uClip.w) discard;
  colour = uInk;
}`];

/** Copies of a shape: a corner lies at half * a + radius * b in axes of the shape. */
const kShapePlace = `
uniform mat4 uView;
in vec3 aHalf, aRadius, aNormal;
in vec3 iPosition, iHalf, iColour;
in vec4 iTurn;
in vec2 iNumbers;
vec3 turned(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
vec3 place() { return iPosition + turned(iTurn, aHalf * iHalf + aRadius * iNumbers.x); }
`;

const kShapeProgram = [kHead + kShapePlace + `
uniform mat3 uTurn;
out vec3 vPlace, vNormal, vLocal, vColour;
out float vValue;
void main() {
  vPlace = place();
  vNormal = uTurn * turned(iTurn, aNormal);
  vLocal = aRadius + aHalf;
  vColour = iColour;
  vValue = iNumbers.y;
  gl_Position = uView * vec4(vPlace, 1.0);
}`, kHead + kSurfaceColour + `
uniform bool uMarked;
in vec3 vPlace, vNormal, vLocal, vColour;
in float vValue;
out vec4 colour;
void main() {
  if (isCut(vPlace)) discard;
  vec3 plain = colourOf(vValue, vColour);
  if (uMarked) {  // two great circles show how a ball turns
    vec3 local = normalize(vLocal);
    vec2 pixel = max(fwidth(local.xy), vec2(1e-6)), near = abs(local.xy) / pixel;
    float isSmall = smoothstep(0.04, 0.12, max(pixel.x, pixel.y));
    plain = mix(plain * 0.45, plain, max(isSmall, smoothstep(0.6, 1.4, min(near.x, near.y))));
  }
  colour = vec4(lit(plain, normalize(vNormal)), 1.0);
}`];

const kShapeEdgeProgram = [kHead + kShapePlace + `
out vec3 vPlace;
void main() {
  vPlace = place();
  gl_Position = uView * vec4(vPlace, 1.0);
}`, kEdgeProgram[1]];

/** Planes: a grid of 20 by 20, which is not seen from behind, where it would hide what lies before it. */
const kPlaneProgram = [kHead + kShapePlace + `
out vec3 vLocal, vPlace;
void main() {
  vLocal = aHalf;
  vPlace = place();
  gl_Position = uView * vec4(vPlace, 1.0);
}`, kHead + `
uniform vec4 uClip;
in vec3 vLocal, vPlace;
out vec4 colour;
void main() {
  if (!gl_FrontFacing || dot(uClip.xyz, vPlace) > uClip.w) discard;
  vec2 cell = vLocal.xy * 10.0;
  vec2 near = abs(fract(cell - 0.5) - 0.5) / max(fwidth(cell), vec2(1e-6));
  float line = 1.0 - smoothstep(0.5, 1.5, min(near.x, near.y));
  float fade = 1.0 - smoothstep(0.75, 1.0, length(vLocal.xy));
  colour = vec4(0.42, 0.48, 0.55, (0.13 + 0.30 * line) * fade);
}`];

/** Lines as wide as uWidth pixels: four corners for each. */
const kLineProgram = [kHead + `
uniform mat4 uView;
uniform vec2 uPixel;
uniform float uWidth;
in vec2 aCorner;
in vec3 iFrom, iTo, iColour;
in vec2 iValues;
out vec3 vPlace, vColour;
out float vValue;
void main() {
  vec4 a = uView * vec4(iFrom, 1.0), b = uView * vec4(iTo, 1.0);
  vec2 along = (b.xy - a.xy) / uPixel;
  vec2 direction = length(along) > 0.0 ? normalize(along) : vec2(1.0, 0.0);
  vec4 at = mix(a, b, aCorner.x);
  at.xy += (vec2(-direction.y, direction.x) * aCorner.y + direction * (aCorner.x * 2.0 - 1.0) * 0.5) * uWidth * uPixel;
  vPlace = mix(iFrom, iTo, aCorner.x);
  vValue = mix(iValues.x, iValues.y, aCorner.x);
  vColour = iColour;
  gl_Position = at;
}`, kHead + kSurfaceColour + `
in vec3 vPlace, vColour;
in float vValue;
out vec4 colour;
void main() {
  if (isCut(vPlace)) discard;
  colour = vec4(colourOf(vValue, vColour), 1.0);
}`];
