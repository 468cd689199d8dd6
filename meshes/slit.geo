// A block of 2 x 2 with a slit of zero width from the left side to the middle of it: the points above and below the slit
// are different ones, and so are their meshes. Only the end of the slit is shared.
length = 1.2;
above = 5;   // elements along the slit
below = 4;
Point(1) = {0, -1, 0};
Point(2) = {2, -1, 0};
Point(3) = {2, 0, 0};
Point(4) = {2, 1, 0};
Point(5) = {0, 1, 0};
Point(6) = {0, 0, 0};      // above the slit
Point(7) = {0, 0, 0};      // below
Point(8) = {length, 0, 0};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 5};
Line(5) = {5, 6};
Line(6) = {6, 8};
Line(7) = {8, 7};
Line(8) = {7, 1};
Line(9) = {8, 3};
Curve Loop(1) = {1, 2, -9, 7, 8};
Curve Loop(2) = {9, 3, 4, 5, 6};
Plane Surface(1) = {1};
Plane Surface(2) = {2};
Transfinite Curve{6} = above + 1;
Transfinite Curve{7} = below + 1;
Transfinite Curve{1, 4} = 7;
Transfinite Curve{2, 3, 5, 8} = 4;
Transfinite Curve{9} = 4;
Recombine Surface{1};   // quadrilaterals below, triangles above

Physical Surface("body") = {1, 2};
Physical Curve("slit") = {6, 7};
Physical Curve("outside") = {1:8};
Physical Curve("bottom") = {1};
Physical Curve("top") = {4};
Physical Curve("left") = {5, 8};
Physical Curve("right") = {2, 3};
