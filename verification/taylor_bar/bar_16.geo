// The same with 16 x 80 quadrilaterals.
n = 16;
Include "bar.geo";
