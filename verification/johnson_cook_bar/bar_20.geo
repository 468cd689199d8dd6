// The same with 20 x 200 quadrilaterals.
n = 20;
Include "bar.geo";
