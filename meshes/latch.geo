// A snap-in latch, in metres: a springy arm with a hook below its end, and the catch that the hook slides over and snaps in behind.
mm = 1e-3;
coarse = 1.0*mm;  // of the arm
fine = 0.35*mm;   // along the surfaces that touch
round = 0.2*mm;   // where they are curved: every corner that passes the other side is a small impact

// arm, 60 mm long and 3 mm thick; hook of 3 mm with a lead of 30 degrees, rounded ends
Point(1) = {0, 0, 0, coarse};
Point(2) = {52*mm, 0, 0, fine};
Point(3) = {53*mm, -1*mm, 0, fine};    // centre of the fillet of the root
Point(4) = {53*mm, 0, 0, fine};
Point(5) = {54*mm, -1*mm, 0, fine};
Point(6) = {54*mm, -2*mm, 0, round};
Point(7) = {55*mm, -2*mm, 0, fine};    // centre of the rounding of the hook
Point(8) = {55*mm, -3*mm, 0, round};
Point(9) = {57*mm, -3*mm, 0, round};
Point(10) = {57*mm, -2*mm, 0, fine};   // centre of the beginning of the lead
Point(11) = {57*mm + 0.5*mm, -2*mm - 0.5*Sqrt(3)*mm, 0, round};
Point(12) = {57.5*mm + 4.5*mm, -2*mm - 0.5*Sqrt(3)*mm + 4.5*mm/Sqrt(3), 0, fine};
Point(13) = {62*mm, 3*mm, 0, coarse};
Point(14) = {0, 3*mm, 0, coarse};
Line(1) = {1, 2};
Line(2) = {2, 4};
Circle(3) = {4, 3, 5};
Line(4) = {5, 6};
Circle(5) = {6, 7, 8};
Line(6) = {8, 9};
Circle(7) = {9, 10, 11};
Line(8) = {11, 12};
Line(9) = {12, 13};
Line(10) = {13, 14};
Line(11) = {14, 1};
Curve Loop(1) = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
Plane Surface(1) = {1};

// catch, 5 mm wide, with rounded edges; its top lies 2.5 mm above the hook's bottom
Point(21) = {63*mm, -6*mm, 0, coarse};
Point(22) = {68*mm, -6*mm, 0, coarse};
Point(23) = {68*mm, -1.5*mm, 0, round};
Point(24) = {67*mm, -1.5*mm, 0, fine};  // centre
Point(25) = {67*mm, -0.5*mm, 0, round};
Point(26) = {64*mm, -0.5*mm, 0, round};
Point(27) = {64*mm, -1.5*mm, 0, fine};  // centre
Point(28) = {63*mm, -1.5*mm, 0, round};
Line(21) = {21, 22};
Line(22) = {22, 23};
Circle(23) = {23, 24, 25};
Line(24) = {25, 26};
Circle(25) = {26, 27, 28};
Line(26) = {28, 21};
Curve Loop(2) = {21, 22, 23, 24, 25, 26};
Plane Surface(2) = {2};
Recombine Surface {1, 2};

Physical Surface("arm") = {1};
Physical Surface("catch") = {2};
Physical Curve("hook") = {2, 3, 4, 5, 6, 7, 8};
Physical Curve("nose") = {22, 23, 24, 25, 26};
Physical Curve("base") = {11};
Physical Curve("ground") = {21};
Physical Point("tip") = {13};
