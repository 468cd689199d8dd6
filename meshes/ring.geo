// A ring: outer radius 1, inner radius 0.8, centre at the origin, in quadrilaterals along and across.
outer = 1;
inner = 0.8;
around = 20; // elements along a quarter
across = 4;  // and through the wall
Point(1) = {0, 0, 0};
For i In {0:3}
  Point(10 + i) = {outer * Cos(i * Pi / 2), outer * Sin(i * Pi / 2), 0};
  Point(20 + i) = {inner * Cos(i * Pi / 2), inner * Sin(i * Pi / 2), 0};
EndFor
For i In {0:3}
  j = (i + 1) % 4;
  Circle(10 + i) = {10 + i, 1, 10 + j};
  Circle(20 + i) = {20 + i, 1, 20 + j};
  Line(30 + i) = {20 + i, 10 + i};
EndFor
For i In {0:3}
  j = (i + 1) % 4;
  Curve Loop(i + 1) = {30 + i, 10 + i, -(30 + j), -(20 + i)};
  Plane Surface(i + 1) = {i + 1};
EndFor
Transfinite Curve{10:13, 20:23} = around + 1;
Transfinite Curve{30:33} = across + 1;
Transfinite Surface{:};
Recombine Surface{:};

Physical Surface("body") = {1:4};
Physical Curve("outside") = {10:13};
