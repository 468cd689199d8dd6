// Half section of a cylinder, radius 3.2 mm, length 32.4 mm: n x 10 n quadrilaterals.
If (!Exists(n))
  n = 5;
EndIf
R = 3.2e-3;
L = 32.4e-3;
Point(1) = {0, 0, 0};
Point(2) = {R, 0, 0};
Point(3) = {R, L, 0};
Point(4) = {0, L, 0};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
Transfinite Curve {1, 3} = n + 1;
Transfinite Curve {2, 4} = 10 * n + 1;
Transfinite Surface {1};
Recombine Surface {1};
Physical Surface("all") = {1};
Physical Curve("foot") = {1};
Physical Curve("side") = {2};
Physical Curve("axis") = {4};
Physical Point("edge") = {2};
Physical Point("top") = {4};
Physical Point("centre") = {1};
