// Two named sides of a square, one side without a group, in elements of equal length.
Point(1) = {0, 0, 0};
Point(2) = {2, 0, 0};
Point(3) = {2, 2, 0};
Point(4) = {0, 2, 0};
Point(5) = {9, 9, 9}; // used by nothing
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Transfinite Curve{1} = 3;
Transfinite Curve{2, 3} = 2;
Physical Point("corner") = {2};
Physical Point("both ends") = {3, 1};
Physical Curve("floor") = {1};
Physical Curve("lee", 7) = {2, 1};
Physical Curve(12) = {2};
