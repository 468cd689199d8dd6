// Quarter of the cylinder in hexahedra: a core of n x n and two rings of m x n around it, 10 n layers along the axis,
// which is z.
If (!Exists(n))
  n = 3;
EndIf
m = n;
R = 3.2e-3;
L = 32.4e-3;
a = 0.5 * R;
b = 0.42 * R;
s = R / Sqrt(2);
Point(1) = {0, 0, 0};
Point(2) = {a, 0, 0};
Point(3) = {b, b, 0};
Point(4) = {0, a, 0};
Point(5) = {R, 0, 0};
Point(6) = {s, s, 0};
Point(7) = {0, R, 0};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 1};
Line(5) = {2, 5};
Line(6) = {3, 6};
Line(7) = {4, 7};
Circle(8) = {5, 1, 6};
Circle(9) = {6, 1, 7};
Curve Loop(1) = {1, 2, 3, 4};
Curve Loop(2) = {5, 8, -6, -2};
Curve Loop(3) = {6, 9, -7, -3};
Plane Surface(1) = {1};
Plane Surface(2) = {2};
Plane Surface(3) = {3};
Transfinite Curve {1, 2, 3, 4, 8, 9} = n + 1;
Transfinite Curve {5, 6, 7} = m + 1;
Transfinite Surface {1, 2, 3};
Recombine Surface {1, 2, 3};
core[] = Extrude {0, 0, L} { Surface{1}; Layers{10 * n}; Recombine; };
right[] = Extrude {0, 0, L} { Surface{2}; Layers{10 * n}; Recombine; };
left[] = Extrude {0, 0, L} { Surface{3}; Layers{10 * n}; Recombine; };

// Sides of the extruded surfaces come in the order of their curves' loop.
Physical Volume("all") = {core[1], right[1], left[1]};
Physical Surface("foot") = {1, 2, 3};
Physical Surface("side") = {right[3], left[3]};
Physical Surface("y_zero") = {core[2], right[2]};
Physical Surface("x_zero") = {core[5], left[4]};
Physical Point("edge") = {5};
top[] = Point In BoundingBox {-1e-6, -1e-6, L - 1e-6, 1e-6, 1e-6, L + 1e-6};
Physical Point("top") = {top[]};
