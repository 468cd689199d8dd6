// Cook's membrane: a tapered panel, clamped at the left, sheared at the right.
// Its sides are 44 and 16 high, 48 apart. Quadrilaterals (Recombine), size 2 unless the deck says otherwise.
size = 2;
Point(1) = {0, 0, 0, size};
Point(2) = {48, 44, 0, size};
Point(3) = {48, 52, 0, size};   // middle of the loaded side
Point(4) = {48, 60, 0, size};
Point(5) = {0, 44, 0, size};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 5};
Line(5) = {5, 1};
Curve Loop(1) = {1, 2, 3, 4, 5};
Plane Surface(1) = {1};
Recombine Surface {1};

Physical Surface("panel") = {1};
Physical Curve("clamped") = {5};
Physical Curve("sheared") = {2, 3};
Physical Point("tip") = {3};
