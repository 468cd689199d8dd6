// A quarter of a block, [0, 1] x [0, 1] x [-1, 0], in hexahedra that grow from the origin, where it is touched.
fine = 0.006;
ratio = 1.35;
cells = Ceil(Log(1 + (ratio - 1) / fine) / Log(ratio));

SetFactory("Built-in");
For i In {0:1}
  Point(10 * i + 1) = {0, 0, -i};
  Point(10 * i + 2) = {1, 0, -i};
  Point(10 * i + 3) = {1, 1, -i};
  Point(10 * i + 4) = {0, 1, -i};
  Line(10 * i + 1) = {10 * i + 1, 10 * i + 2};
  Line(10 * i + 2) = {10 * i + 2, 10 * i + 3};
  Line(10 * i + 3) = {10 * i + 4, 10 * i + 3};
  Line(10 * i + 4) = {10 * i + 1, 10 * i + 4};
  Curve Loop(10 * i + 1) = {10 * i + 1, 10 * i + 2, -(10 * i + 3), -(10 * i + 4)};
  Plane Surface(10 * i + 1) = {10 * i + 1};
EndFor
For i In {1:4}
  Line(20 + i) = {i, 10 + i};
EndFor
Curve Loop(21) = {1, 22, -11, -21};
Curve Loop(22) = {2, 23, -12, -22};
Curve Loop(23) = {3, 23, -13, -24};
Curve Loop(24) = {4, 24, -14, -21};
For i In {21:24}
  Plane Surface(i) = {i};
EndFor
Surface Loop(1) = {1, 11, 21:24};
Volume(1) = {1};
Transfinite Curve {1:4, 11:14, 21:24} = cells + 1 Using Progression ratio;
Transfinite Surface {1, 11, 21:24};
Recombine Surface {1, 11, 21:24};
Transfinite Volume {1};

Physical Volume("block") = {1};
Physical Surface("top") = {1};
Physical Surface("bottom") = {11};
Physical Surface("x_side") = {24};
Physical Surface("y_side") = {21};
