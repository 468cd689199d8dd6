// A quarter of a ball of radius 3 mm about the z axis, its lowest point at the origin: x >= 0, y >= 0.
SetFactory("OpenCASCADE");
R = 3e-3;
Sphere(1) = {0, 0, R, R, -Pi/2, Pi/2, Pi/2};
Mesh.MeshSizeMin = 0.9e-3;
Mesh.MeshSizeMax = 0.9e-3;
outside() = Surface In BoundingBox {-R, -R, -R, 2 * R, 2 * R, 3 * R};
x_sym() = Surface In BoundingBox {-1e-6, -1e-6, -1e-6, 1e-6, 2 * R, 3 * R};
y_sym() = Surface In BoundingBox {-1e-6, -1e-6, -1e-6, 2 * R, 1e-6, 3 * R};
outside() -= x_sym();
outside() -= y_sym();
Physical Volume("body") = {1};
Physical Surface("outside") = {outside()};
Physical Surface("x_min") = {x_sym()};
Physical Surface("y_min") = {y_sym()};
