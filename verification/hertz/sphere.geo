// A quarter of a half sphere (radius 1) on a block, symmetric about x = 0 and y = 0, in touch at the origin. The size of
// the cells grows with the distance from there.
fine = DefineNumber[0.02, Name "fine"];   // size near the contact
growth = 0.6;                             // of the size with the distance

SetFactory("Built-in");
Point(1) = {0, 0, 0};
Point(2) = {0, 0, 1};
Point(3) = {1, 0, 1};
Point(4) = {0, 1, 1};
Circle(1) = {1, 2, 3};
Circle(2) = {1, 2, 4};
Circle(3) = {3, 2, 4};
Line(4) = {3, 2};
Line(5) = {2, 4};
Line(6) = {2, 1};
Curve Loop(1) = {1, 3, -2};
Surface(1) = {1};
Curve Loop(2) = {1, 4, 6};
Plane Surface(2) = {2};
Curve Loop(3) = {2, -5, 6};
Plane Surface(3) = {3};
Curve Loop(4) = {3, -5, -4};
Plane Surface(4) = {4};
Surface Loop(1) = {1, 2, 3, 4};
Volume(1) = {1};

Point(11) = {0, 0, 0};
Point(12) = {1, 0, 0};
Point(13) = {1, 1, 0};
Point(14) = {0, 1, 0};
Point(15) = {0, 0, -1};
Point(16) = {1, 0, -1};
Point(17) = {1, 1, -1};
Point(18) = {0, 1, -1};
Line(11) = {11, 12};
Line(12) = {12, 13};
Line(13) = {13, 14};
Line(14) = {14, 11};
Line(15) = {15, 16};
Line(16) = {16, 17};
Line(17) = {17, 18};
Line(18) = {18, 15};
Line(21) = {11, 15};
Line(22) = {12, 16};
Line(23) = {13, 17};
Line(24) = {14, 18};
Curve Loop(11) = {11, 12, 13, 14};
Plane Surface(11) = {11};
Curve Loop(12) = {15, 16, 17, 18};
Plane Surface(12) = {12};
Curve Loop(13) = {11, 22, -15, -21};
Plane Surface(13) = {13};
Curve Loop(14) = {12, 23, -16, -22};
Plane Surface(14) = {14};
Curve Loop(15) = {13, 24, -17, -23};
Plane Surface(15) = {15};
Curve Loop(16) = {14, 21, -18, -24};
Plane Surface(16) = {16};
Surface Loop(2) = {11, 12, 13, 14, 15, 16};
Volume(2) = {2};

Field[1] = MathEval;
Field[1].F = Sprintf("%g + %g * Max(0, Sqrt(x * x + y * y + z * z) - 0.11)", fine, growth);
Background Field = 1;
Mesh.CharacteristicLengthExtendFromBoundary = 0;
Mesh.CharacteristicLengthFromPoints = 0;

Physical Volume("sphere") = {1};
Physical Volume("block") = {2};
Physical Surface("curved") = {1};
Physical Surface("flat") = {11};
Physical Surface("top") = {4};
Physical Surface("bottom") = {12};
Physical Surface("x_sides") = {3, 16};
Physical Surface("y_sides") = {2, 13};
