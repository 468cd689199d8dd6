// The same with 4 x 20 quadrilaterals.
n = 4;
Include "bar.geo";
