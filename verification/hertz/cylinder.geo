// A quarter of a cylinder (radius 1) on a block, both symmetric about x = 0, in touch at the origin. The size of the
// cells grows with the distance from there.
fine = DefineNumber[0.002, Name "fine"];   // size near the contact
growth = 0.15;                             // of the size with the distance

SetFactory("Built-in");
Point(1) = {0, 0, 0};
Point(2) = {0, 1, 0};
Point(3) = {1, 1, 0};
Circle(1) = {1, 2, 3};
Line(2) = {3, 2};
Line(3) = {2, 1};
Curve Loop(1) = {1, 2, 3};
Plane Surface(1) = {1};

Point(11) = {0, 0, 0};
Point(12) = {0, -1, 0};
Point(13) = {1, -1, 0};
Point(14) = {1, 0, 0};
Line(11) = {11, 12};
Line(12) = {12, 13};
Line(13) = {13, 14};
Line(14) = {14, 11};
Curve Loop(2) = {11, 12, 13, 14};
Plane Surface(2) = {2};

Field[1] = MathEval;
Field[1].F = Sprintf("%g + %g * Max(0, Sqrt(x * x + y * y) - 0.06)", fine, growth);
Background Field = 1;
Mesh.CharacteristicLengthExtendFromBoundary = 0;
Mesh.CharacteristicLengthFromPoints = 0;
Mesh.Algorithm = 6;
Recombine Surface {1, 2};

Physical Surface("cylinder") = {1};
Physical Surface("block") = {2};
Physical Curve("curved") = {1};
Physical Curve("top") = {2};
Physical Curve("cylinder_axis") = {3};
Physical Curve("block_axis") = {11};
Physical Curve("bottom") = {12};
Physical Curve("flat") = {14};
