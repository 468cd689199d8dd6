// Half of a roller of radius 10 on a block 24 x 12, in mm. Fine where they touch, at the origin.
R = 10; fine = 0.03; coarse = 2;
Point(1) = {0, 0, 0, fine};
Point(2) = {R, R, 0, coarse};
Point(3) = {0, R, 0, coarse};
Point(4) = {-R, R, 0, coarse};
Circle(1) = {1, 3, 2};
Line(2) = {2, 4};
Circle(3) = {4, 3, 1};
Curve Loop(1) = {1, 2, 3};
Plane Surface(1) = {1};

Point(11) = {0, 0, 0, fine};
Point(12) = {12, 0, 0, coarse};
Point(13) = {12, -12, 0, coarse};
Point(14) = {-12, -12, 0, coarse};
Point(15) = {-12, 0, 0, coarse};
Line(11) = {15, 11};
Line(12) = {11, 12};
Line(13) = {12, 13};
Line(14) = {13, 14};
Line(15) = {14, 15};
Curve Loop(2) = {-15, -14, -13, -12, -11};   // counter-clockwise
Plane Surface(2) = {2};

Physical Surface("roller") = {1};
Physical Surface("block") = {2};
Physical Curve("cut") = {2};
Physical Curve("tread") = {1, 3};
Physical Curve("top") = {11, 12};
Physical Curve("bottom") = {14};
