// The same with four elements in the core and four in the rings over the radius.
n = 4;
Include "quarter.geo";
