// Half of a block, [0, 1] x [-1, 0], in cells that are square at the origin, where it is touched, and grow from there.
fine = 0.001;   // size of the cells up to x = zone
zone = 0.08;
ratio = 1.12;

SetFactory("Built-in");
Point(1) = {0, 0, 0};
Point(2) = {zone, 0, 0};
Point(3) = {1, 0, 0};
Point(4) = {0, -1, 0};
Point(5) = {zone, -1, 0};
Point(6) = {1, -1, 0};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {4, 5};
Line(4) = {5, 6};
Line(5) = {1, 4};
Line(6) = {2, 5};
Line(7) = {3, 6};
Curve Loop(1) = {-1, 5, 3, -6};
Plane Surface(1) = {1};
Curve Loop(2) = {-2, 6, 4, -7};
Plane Surface(2) = {2};

// n cells of sizes fine, r fine, r^2 fine, ... fill a length L: r^n = 1 + (r - 1) L / fine.
across = Ceil(Log(1 + (ratio - 1) * (1 - zone) / fine) / Log(ratio));
down = Ceil(Log(1 + (ratio - 1) / fine) / Log(ratio));
Transfinite Curve {1, 3} = Round(zone / fine) + 1;
Transfinite Curve {2, 4} = across + 1 Using Progression ratio;
Transfinite Curve {5, 6, 7} = down + 1 Using Progression ratio;
Transfinite Surface {1, 2};
Recombine Surface {1, 2};

Physical Surface("block") = {1, 2};
Physical Curve("top") = {1, 2};
Physical Curve("axis") = {5};
Physical Curve("bottom") = {3, 4};
