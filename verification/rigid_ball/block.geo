// The block of case rigid_punch in coarser cells.
fine = 0.006;
zone = 0.084;
ratio = 1.25;
Include "../rigid_punch/block.geo";
