// A planar cantilever truss of square bays: two chords, posts and diagonals.
//
//      top 0 --- 1 --- 2 --- 3 --- 4
//            \   |\    |\    |\    |
//             \  |  \  |  \  |  \  |
//   bottom 0 --- 1 --- 2 --- 3 --- 4
//
// Every curve is one bar: a truss has joints, and nodes along a bar would be hinges without support.

bays = 4;
bay = 1;    // length of a bay
height = 1; // distance of the chords

For i In {0:bays}
  Point(1 + i) = {i * bay, 0, 0};        // bottom
  Point(101 + i) = {i * bay, height, 0}; // top
EndFor

For i In {1:bays}
  Line(i) = {i, i + 1};             // bottom chord
  Line(100 + i) = {100 + i, 101 + i}; // top chord
  Line(200 + i) = {1 + i, 101 + i}; // posts
  Line(300 + i) = {100 + i, 1 + i}; // diagonals
EndFor
Transfinite Curve{:} = 2;           // two nodes a curve, hence one bar

// Groups: a deck calls them truss.bars, truss.supports, truss.tip when its mesh is named truss.
Physical Point("supports") = {1, 101};
Physical Point("tip") = {1 + bays};
Physical Curve("bars") = {1:bays, 101:100 + bays, 201:200 + bays, 301:300 + bays};
Physical Curve("diagonals") = {301:300 + bays};
