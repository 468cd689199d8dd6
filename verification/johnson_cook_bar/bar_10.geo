// The same with 10 x 100 quadrilaterals.
n = 10;
Include "bar.geo";
