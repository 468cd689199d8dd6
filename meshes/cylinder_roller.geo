// A half of a cylinder (radius 50) on a block (200 x 200), both symmetric about x = 0. At the start they overlap
// by `sink` at the origin, lest the cylinder moves without any force; stresses at the end do not depend on it. The size of the
// cells grows with the distance from there.
fine = DefineNumber[0.25, Name "fine"];    // size near the contact
growth = 0.15;                             // of the size with the distance

sink = 0.02;

SetFactory("Built-in");
R = 50;
Point(1) = {0, -sink, 0};
Point(2) = {0, R - sink, 0};
Point(3) = {R, R - sink, 0};
Point(4) = {0, 2 * R - sink, 0};
For i In {1 : 6}                           // places where pressure and friction are looked at: x = i, and 6.5
  Point(20 + i) = {i, R - sink - Sqrt(R * R - i * i), 0};
EndFor
Circle(21) = {1, 2, 21};
Point(27) = {6.5, R - sink - Sqrt(R * R - 6.5 * 6.5), 0};
For i In {1 : 6}
  Circle(21 + i) = {20 + i, 2, 21 + i};
EndFor
Circle(28) = {27, 2, 3};
Circle(2) = {3, 2, 4};
Line(3) = {4, 2};
Line(4) = {2, 1};
Curve Loop(1) = {21 : 28, 2, 3, 4};
Plane Surface(1) = {1};

Point(11) = {0, 0, 0};
Point(12) = {0, -200, 0};
Point(13) = {100, -200, 0};
Point(14) = {100, 0, 0};
Line(11) = {11, 12};
Line(12) = {12, 13};
Line(13) = {13, 14};
Line(14) = {14, 11};
Curve Loop(2) = {11, 12, 13, 14};
Plane Surface(2) = {2};

Field[1] = MathEval;
Field[1].F = Sprintf("%g + %g * Max(0, Sqrt(x * x + y * y) - 7.5)", fine, growth);
Background Field = 1;
Mesh.CharacteristicLengthExtendFromBoundary = 0;
Mesh.CharacteristicLengthFromPoints = 0;
Mesh.Algorithm = 6;
Recombine Surface {1, 2};

Physical Surface("cylinder") = {1};
Physical Surface("block") = {2};
Physical Curve("curved") = {21 : 28};
Physical Point("x0") = {1};
For i In {1 : 6}
  Physical Point(Sprintf("x%g", i)) = {20 + i};
EndFor
Physical Point("beyond") = {27};
Physical Point("top") = {4};
Physical Curve("cylinder_axis") = {3, 4};
Physical Curve("block_axis") = {11};
Physical Curve("bottom") = {12};
Physical Curve("flat") = {14};
