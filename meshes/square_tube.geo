// Quarter of a square tube, one element through its wall; the axis is z, the planes of symmetry are x = 0 and y = 0.
a = 25e-3; t = 2e-3; L = 150e-3;   // half the width, wall, length
n = 5; m = 30;                     // elements along half a side and along the tube
Point(1) = {0, a, 0};     Point(2) = {a, a, 0};         Point(3) = {a, 0, 0};
Point(4) = {0, a - t, 0}; Point(5) = {a - t, a - t, 0}; Point(6) = {a - t, 0, 0};
Line(1) = {1, 2}; Line(2) = {2, 3};
Line(3) = {4, 5}; Line(4) = {5, 6};
Line(5) = {4, 1}; Line(6) = {5, 2}; Line(7) = {6, 3};
Curve Loop(1) = {5, 1, -6, -3}; Plane Surface(1) = {1};
Curve Loop(2) = {6, 2, -7, -4}; Plane Surface(2) = {2};
Transfinite Curve{1:4} = n + 1;
Transfinite Curve{5:7} = 2;
Transfinite Surface{1, 2};
Recombine Surface{1, 2};
first[] = Extrude{0, 0, L} { Surface{1}; Layers{m}; Recombine; };
second[] = Extrude{0, 0, L} { Surface{2}; Layers{m}; Recombine; };
Physical Volume("body") = {first[1], second[1]};
Physical Surface("bottom") = {1, 2};
Physical Surface("x_zero") = {first[2]};
Physical Surface("y_zero") = {second[4]};
Physical Surface("outside") = {first[3], second[3], first[5], second[5], 1, 2, first[0], second[0]};
