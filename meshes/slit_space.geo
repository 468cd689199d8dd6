// The block with slits of slit.geo in space, of depth 1, in hexahedra: the ends of the slits are edges.
x[] = {0, 0.8, 1.1, 1.6, 2};
y[] = {-1, 0, 0, 1};              // rows: bottom, below and above the slits, top
cells_below[] = {4, 1, 3, 2};     // along the columns between the x; the second and the fourth one are whole
cells_above[] = {5, 1, 2, 2};
point_row[] = {0, 1, 2, 3, 0, 1, 1, 3, 0, 1, 1, 3, 0, 1, 1, 3, 0, 1, 1, 3};   // only the point at x = 0 is twice
line_row[] = {0, 1, 2, 3, 0, 1, 1, 3, 0, 1, 2, 3, 0, 1, 1, 3};                 // lines of columns 1 and 3 are
For k In {0:1}
  For i In {0:4}
    For r In {0:3}
      If(point_row[4 * i + r] == r)
        Point(100 * k + 10 * r + i + 1) = {x[i], y[r], k};
      EndIf
    EndFor
  EndFor
  For i In {0:3}
    For r In {0:3}
      If(line_row[4 * i + r] == r)
        Line(100 * k + 10 * r + i + 1) = {100 * k + 10 * point_row[4 * i + r] + i + 1, 100 * k + 10 * point_row[4 * i + 4 + r] + i + 2};
        Transfinite Curve{100 * k + 10 * r + i + 1} = (r < 2 ? cells_below[i] : cells_above[i]) + 1;
      EndIf
    EndFor
  EndFor
  For i In {0:4}
    Line(200 + 100 * k + i + 1) = {100 * k + i + 1, 100 * k + 10 + i + 1};   // upwards, below the slits
    Line(220 + 100 * k + i + 1) = {100 * k + 10 * point_row[4 * i + 2] + i + 1, 100 * k + 30 + i + 1};
    Transfinite Curve{200 + 100 * k + i + 1, 220 + 100 * k + i + 1} = 3;
  EndFor
EndFor
For i In {0:4}
  For r In {0:3}
    If(point_row[4 * i + r] == r)
      Line(400 + 10 * r + i + 1) = {10 * r + i + 1, 100 + 10 * r + i + 1};   // along z
      Transfinite Curve{400 + 10 * r + i + 1} = 3;
    EndIf
  EndFor
EndFor
For i In {0:3}       // faces across y
  For r In {0:3}
    If(line_row[4 * i + r] == r)
      n = 10 * r + i + 1;
      Curve Loop(500 + n) = {n, 400 + 10 * point_row[4 * i + 4 + r] + i + 2, -(100 + n), -(400 + 10 * point_row[4 * i + r] + i + 1)};
      Plane Surface(500 + n) = {500 + n};
    EndIf
  EndFor
EndFor
For i In {0:4}       // faces across x
  above = 10 * point_row[4 * i + 2] + i + 1;
  Curve Loop(600 + i + 1) = {200 + i + 1, 410 + i + 1, -(300 + i + 1), -(400 + i + 1)};
  Curve Loop(620 + i + 1) = {220 + i + 1, 430 + i + 1, -(320 + i + 1), -(400 + above)};
  Plane Surface(600 + i + 1) = {600 + i + 1};
  Plane Surface(620 + i + 1) = {620 + i + 1};
EndFor
For i In {0:3}       // faces across z, and the blocks
  For k In {0:1}
    above = 100 * k + 10 * line_row[4 * i + 2] + i + 1;
    Curve Loop(700 + 100 * k + i + 1) = {100 * k + i + 1, 200 + 100 * k + i + 2, -(100 * k + 10 + i + 1), -(200 + 100 * k + i + 1)};
    Curve Loop(720 + 100 * k + i + 1) = {above, 220 + 100 * k + i + 2, -(100 * k + 30 + i + 1), -(220 + 100 * k + i + 1)};
    Plane Surface(700 + 100 * k + i + 1) = {700 + 100 * k + i + 1};
    Plane Surface(720 + 100 * k + i + 1) = {720 + 100 * k + i + 1};
  EndFor
  Surface Loop(i + 1) = {500 + i + 1, 510 + i + 1, 600 + i + 1, 600 + i + 2, 700 + i + 1, 800 + i + 1};
  Surface Loop(20 + i + 1) = {500 + 10 * line_row[4 * i + 2] + i + 1, 530 + i + 1, 620 + i + 1, 620 + i + 2, 720 + i + 1, 820 + i + 1};
  Volume(i + 1) = {i + 1};
  Volume(20 + i + 1) = {20 + i + 1};
EndFor
Transfinite Surface{:};
Recombine Surface{:};
Transfinite Volume{:};

Physical Volume("body") = {1:4, 21:24};
Physical Surface("slit") = {511, 513, 521, 523};
Physical Surface("bottom") = {501:504};
Physical Surface("top") = {531:534};
Physical Surface("right") = {605, 625};
Physical Surface("front") = {701:704, 721:724};
