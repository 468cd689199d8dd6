// An open ring (a clip): outer radius 1, inner radius 0.8, centre at the origin, symmetric about y = 0. Its ends on the
// right are round, with the distance of their corners for radius; `gap` is the distance of their corners. Quadrilaterals along and across.
outer = 1;
inner = 0.8;
gap = 0.3;
around = 12;   // elements along a quarter
across = 4;    // and through the wall
half = gap / 2;
Point(1) = {0, 0, 0};
Point(10) = {Sqrt(outer * outer - half * half), half, 0};
Point(20) = {Sqrt(inner * inner - half * half), half, 0};
Point(11) = {0, outer, 0};
Point(21) = {0, inner, 0};
Point(12) = {-outer, 0, 0};
Point(22) = {-inner, 0, 0};
Point(13) = {0, -outer, 0};
Point(23) = {0, -inner, 0};
Point(14) = {Sqrt(outer * outer - half * half), -half, 0};
Point(24) = {Sqrt(inner * inner - half * half), -half, 0};
For i In {0:3}
  Circle(10 + i) = {10 + i, 1, 11 + i};
  Circle(20 + i) = {20 + i, 1, 21 + i};
EndFor
xm = (Sqrt(outer * outer - half * half) + Sqrt(inner * inner - half * half)) / 2;
side = Sqrt(outer * outer - half * half) - Sqrt(inner * inner - half * half);   // between the corners of an end
rise = side * Sqrt(3) / 2;
Point(2) = {xm, half + rise, 0};
Point(3) = {xm, -half - rise, 0};
Circle(30) = {20, 2, 10};
Circle(34) = {24, 3, 14};
For i In {1:3}
  Line(30 + i) = {20 + i, 10 + i};
EndFor
For i In {0:3}
  Curve Loop(i + 1) = {30 + i, 10 + i, -(31 + i), -(20 + i)};
  Plane Surface(i + 1) = {i + 1};
EndFor
Transfinite Curve{10:13, 20:23} = around + 1;
Transfinite Curve{30:34} = across + 1;
Transfinite Surface{:};
Recombine Surface{:};

Physical Surface("body") = {1:4};
Physical Surface("upper") = {1, 2};
Physical Surface("lower") = {3, 4};
Physical Curve("outside") = {10:13, 20:23, 30, 34};
Physical Curve("above") = {10, 20, 30};   // the quarters next to the ends
Physical Curve("below") = {13, 23, 34};
Physical Point("top") = {11};
Physical Point("bottom") = {13};
Physical Point("back") = {12};
Physical Point("tip_above") = {10};
Physical Point("tip_below") = {14};
