// Square bar along x with a zone of thin layers in its middle.
L = 0.2;       // length of the bar
width = 1e-2;
zone = 2e-2;   // length of the zone
coarse = 45;   // elements on each side of the zone
fine = 40;     // and in it
Point(1) = {0, 0, 0};
Point(2) = {0, width, 0};
Point(3) = {0, width, width};
Point(4) = {0, 0, width};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 1};
Transfinite Curve {1:4} = 2;
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
Transfinite Surface {1};
Recombine Surface {1};
a[] = Extrude {(L - zone) / 2, 0, 0} { Surface{1}; Layers{coarse}; Recombine; };
m[] = Extrude {zone / 2, 0, 0} { Surface{a[0]}; Layers{fine / 2}; Recombine; };
b[] = Extrude {zone / 2, 0, 0} { Surface{m[0]}; Layers{fine / 2}; Recombine; };
c[] = Extrude {(L - zone) / 2, 0, 0} { Surface{b[0]}; Layers{coarse}; Recombine; };
Physical Volume("all") = {a[1], m[1], b[1], c[1]};
Physical Surface("front") = {1};
Physical Surface("back") = {c[0]};
e = 1e-6;
Physical Point("middle") = Point In BoundingBox {L / 2 - e, -e, -e, L / 2 + e, e, e};
