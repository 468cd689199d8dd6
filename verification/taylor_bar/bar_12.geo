// The same with 12 x 60 quadrilaterals.
n = 12;
Include "bar.geo";
