// A rectangle meshed with triangles, without structure.
Point(1) = {0, 0, 0, 0.5};
Point(2) = {2, 0, 0, 0.4};
Point(3) = {2, 1, 0, 0.3};
Point(4) = {0, 1, 0, 0.5};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
Physical Surface("body") = {1};
Physical Curve("bottom") = {1};
Physical Curve("right") = {2};
Physical Curve("left") = {4};
Physical Point("corner") = {3};
