// Housing of 70 x 40 x 12 mm: bottom of 2 mm, walls of 1.5 mm (long) and 2.5 mm (short), a frame around an open lid and a
// rib across. Millimetres are metres * 1e-3.
SetFactory("OpenCASCADE");
Box(1) = {-0.035, -0.02, -0.006, 0.07, 0.04, 0.012};
Box(2) = {-0.0325, -0.0185, -0.004, 0.065, 0.037, 0.0085};   // the room: 1.5 mm remain at the lid
Box(3) = {-0.026, -0.014, 0.004, 0.052, 0.028, 0.003};       // the opening of the lid
Box(4) = {0.006, -0.0185, -0.004, 0.002, 0.037, 0.005};      // the rib
BooleanDifference(5) = { Volume{1}; Delete; }{ Volume{2, 3}; Delete; };
BooleanUnion(6) = { Volume{5}; Delete; }{ Volume{4}; Delete; };

corner[] = Point In BoundingBox {0.0349, -0.0201, -0.0061, 0.0351, -0.0199, -0.0059};   // falls on the floor
MeshSize {PointsOf{ Volume{6}; }} = 0.0055;
MeshSize {corner[]} = 0.003;
Physical Volume("all") = {6};
