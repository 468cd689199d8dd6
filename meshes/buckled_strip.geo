// A thin strip along x, length 1, in quadrilaterals along it.
thick = 0.004;
along = 200;
Point(1) = {0, -thick / 2, 0};
Point(2) = {1, -thick / 2, 0};
Point(3) = {1, thick / 2, 0};
Point(4) = {0, thick / 2, 0};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 1};
Curve Loop(1) = {1:4};
Plane Surface(1) = {1};
Transfinite Curve{1, 3} = along + 1;
Transfinite Curve{2, 4} = 2;
Transfinite Surface{1};
Recombine Surface{1};

Physical Surface("body") = {1};
Physical Curve("outside") = {1:4};
Physical Curve("below") = {1};
Physical Curve("right") = {2};
Physical Curve("left") = {4};
Physical Point("corner") = {2};
