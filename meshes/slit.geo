// A block of 2 x 2 with two slits of zero width at half its height, one from the left side, one inside. Above and below a slit are
// different points and different meshes; only its ends are shared.
Point(1) = {0, -1, 0};
Point(2) = {2, -1, 0};
Point(3) = {2, 0, 0};
Point(4) = {2, 1, 0};
Point(5) = {0, 1, 0};
Point(6) = {0, 0, 0};      // above the slit
Point(7) = {0, 0, 0};      // below
Point(8) = {0.8, 0, 0};    // end of the slit from the side
Point(9) = {1.1, 0, 0};    // ends of the one inside
Point(10) = {1.6, 0, 0};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 5};
Line(5) = {5, 6};
Line(6) = {6, 8};          // above
Line(7) = {7, 8};          // below
Line(8) = {7, 1};
Line(9) = {8, 9};
Line(10) = {9, 10};        // above
Line(11) = {9, 10};        // below
Line(12) = {10, 3};
Curve Loop(1) = {1, 2, -12, -11, -9, -7, 8};
Curve Loop(2) = {6, 9, 10, 12, 3, 4, 5};
Plane Surface(1) = {1};
Plane Surface(2) = {2};
Transfinite Curve{6, 10} = 6;
Transfinite Curve{7, 11} = 5;
Transfinite Curve{1, 4} = 7;
Transfinite Curve{2, 3, 5, 8} = 4;
Transfinite Curve{9, 12} = 3;
Recombine Surface{1};      // quadrilaterals below, triangles above

Physical Surface("body") = {1, 2};
Physical Curve("slit") = {6, 7, 10, 11};
Physical Curve("outside") = {1:8, 10, 11};
Physical Curve("bottom") = {1};
Physical Curve("top") = {4};
Physical Curve("right") = {2, 3};
