// Quarter of a bird as tests of aircraft take it: a cylinder with half a ball at either end, about the z axis, the lowest
// point at the origin; x >= 0, y >= 0. Tetrahedra.
SetFactory("OpenCASCADE");
R = 15e-3;    // radius
L = 60e-3;    // length, both ends included
size = 5e-3;  // of the elements
Cylinder(1) = {0, 0, R, 0, 0, L - 2 * R, R, Pi/2};
Sphere(2) = {0, 0, R, R, -Pi/2, 0, Pi/2};
Sphere(3) = {0, 0, L - R, R, 0, Pi/2, Pi/2};
BooleanUnion{ Volume{1}; Delete; }{ Volume{2, 3}; Delete; }
Mesh.MeshSizeMin = size;
Mesh.MeshSizeMax = size;
e = 1e-6;
outside() = Surface In BoundingBox {-e, -e, -e, R + e, R + e, L + e};
x_sym() = Surface In BoundingBox {-e, -e, -e, e, R + e, L + e};
y_sym() = Surface In BoundingBox {-e, -e, -e, R + e, e, L + e};
outside() -= x_sym();
outside() -= y_sym();
Physical Volume("body") = {Volume{:}};
Physical Surface("outside") = {outside()};
Physical Surface("x_min") = {x_sym()};
Physical Surface("y_min") = {y_sym()};
