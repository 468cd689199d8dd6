// A snap fit in space: an arm with a hook, and the rail that the hook snaps behind. x is the way in, z upwards; depth is
// along y, half of it, with the plane of symmetry y = 0. Hexahedra, extruded from quadrilaterals.
size = 1e-3;         // of the elements
depth = 3e-3;        // half of the depth
layers = 3;          // of elements along the depth
rail = 18.5e-3;      // where the rail begins

// The arm: its foot at x = 0, the hook points downwards.
Point(1) = {0, 0, 0};
Point(2) = {13e-3, 0, 0};
Point(3) = {13.5e-3, 0, -1.6e-3};    // the face that holds leans by 17 degrees
Point(4) = {14.5e-3, 0, -1.6e-3};
Point(5) = {17.5e-3, 0, 0.4e-3};     // the lead
Point(6) = {17.5e-3, 0, 2e-3};
Point(7) = {13e-3, 0, 2e-3};
Point(8) = {0, 0, 2e-3};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 5}; Line(5) = {5, 6}; Line(6) = {6, 7}; Line(7) = {7, 8};
Line(8) = {8, 1}; Line(9) = {2, 7};
Curve Loop(1) = {1, 9, 7, 8}; Plane Surface(1) = {1};
Curve Loop(2) = {2, 3, 4, 5, 6, -9}; Plane Surface(2) = {2};

// The rail, with a lead of its own.
Point(11) = {rail, 0, -5e-3};
Point(12) = {rail + 4e-3, 0, -5e-3};
Point(13) = {rail + 4e-3, 0, -0.4e-3};
Point(14) = {rail + 1.5e-3, 0, -0.4e-3};
Point(15) = {rail, 0, -1.9e-3};
Line(11) = {11, 12}; Line(12) = {12, 13}; Line(13) = {13, 14}; Line(14) = {14, 15}; Line(15) = {15, 11};
Curve Loop(3) = {11, 12, 13, 14, 15}; Plane Surface(3) = {3};

Mesh.MeshSizeMin = size;
Mesh.MeshSizeMax = size;
Mesh.Algorithm = 6;
Mesh.RecombinationAlgorithm = 3;     // quadrilaterals alone
Recombine Surface{1, 2, 3};
arm[] = Extrude{0, depth, 0} { Surface{1}; Layers{layers}; Recombine; };
hook[] = Extrude{0, depth, 0} { Surface{2}; Layers{layers}; Recombine; };
catch[] = Extrude{0, depth, 0} { Surface{3}; Layers{layers}; Recombine; };
Physical Volume("arm") = {arm[1], hook[1]};
Physical Volume("rail") = {catch[1]};
Physical Surface("foot") = {arm[5]};
Physical Surface("middle") = {1, 2, 3};
Physical Surface("ground") = {catch[2]};
Physical Surface("hook") = {hook[0], hook[2], hook[3], hook[4], hook[5], hook[6]};
Physical Surface("edge_of_rail") = {catch[0], catch[3], catch[4], catch[5], catch[6]};
Physical Point("tip") = {4};
