// A disc of radius 0.25 in the bowl, on its right slope.
size = 0.12;
x = 0.55;
y = -0.45;
r = 0.25;
Point(1) = {x, y, 0, size};
Point(2) = {x + r, y, 0, size};
Point(3) = {x, y + r, 0, size};
Point(4) = {x - r, y, 0, size};
Point(5) = {x, y - r, 0, size};
Circle(1) = {2, 1, 3};
Circle(2) = {3, 1, 4};
Circle(3) = {4, 1, 5};
Circle(4) = {5, 1, 2};
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
Physical Surface("body") = {1};
Physical Curve("outside") = {1, 2, 3, 4};
