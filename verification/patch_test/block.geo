// A wedge-shaped block with straight sides, meshed without structure.
Point(1) = {0, 0, 0, 0.6};
Point(2) = {2, 0, 0, 0.6};
Point(3) = {2, 1, 0, 0.4};
Point(4) = {0, 1.4, 0, 0.6};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
out[] = Extrude {0, 0, 1} { Surface{1}; };
Physical Volume("body") = {out[1]};
Physical Surface("bottom") = {1};
Physical Surface("top") = {out[0]};
Physical Surface("left") = {out[5]};
Physical Surface("front") = {out[2]};
Physical Point("corner") = {2};
