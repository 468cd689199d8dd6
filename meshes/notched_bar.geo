// Half section of a round bar with a notch around its middle: the axis is x = 0, the middle y = 0.
R = 5e-3;      // radius of the bar
neck = 3e-3;   // and of its neck
r = 4e-3;      // radius of the notch
L = 40e-3;
across = 5;    // elements
notch = 5;     // along half of the notch
along = 12;    // and from there to an end
H = Sqrt(r * r - (neck + r - R) * (neck + r - R)); // half of the notch's width
Point(1) = {0, 0, 0};
Point(2) = {neck, 0, 0};
Point(3) = {neck + r, 0, 0}; // centre of the notch
For i In {0:1}
  s = 2 * i - 1;
  p = 10 * (i + 1);
  Point(p) = {0, 0.6 * s * H, 0};
  Point(p + 1) = {R, s * H, 0};
  Point(p + 2) = {0, s * L / 2, 0};
  Point(p + 3) = {R, s * L / 2, 0};
EndFor
Line(1) = {1, 2};
For i In {0:1}
  p = 10 * (i + 1);
  Line(p) = {1, p};
  Circle(p + 1) = {2, 3, p + 1};
  Line(p + 2) = {p, p + 1};
  Line(p + 3) = {p, p + 2};
  Line(p + 4) = {p + 1, p + 3};
  Line(p + 5) = {p + 2, p + 3};
  Transfinite Curve {p, p + 1} = notch + 1;
  Transfinite Curve {p + 3, p + 4} = along + 1 Using Progression 1.1;
  Transfinite Curve {p + 2, p + 5} = across + 1;
EndFor
Transfinite Curve {1} = across + 1;
Curve Loop(1) = {10, 12, -11, -1};
Curve Loop(2) = {13, 15, -14, -12};
Curve Loop(3) = {1, 21, -22, -20};
Curve Loop(4) = {22, 24, -25, -23};
Plane Surface(1) = {1};
Plane Surface(2) = {2};
Plane Surface(3) = {3};
Plane Surface(4) = {4};
Transfinite Surface {:};
Recombine Surface {:};
Physical Surface("all") = {1:4};
Physical Surface("lower") = {1, 2};
Physical Surface("upper") = {3, 4};
Physical Curve("axis") = {10, 13, 20, 23};
Physical Curve("bottom") = {15};
Physical Curve("top") = {25};
Physical Point("bottom_edge") = {13};
