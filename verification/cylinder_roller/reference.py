#!/usr/bin/env python3
"""Hertz's contact of a cylinder on a plane (K. L. Johnson, Contact Mechanics, 1985, section 4.2) for the NAFEMS benchmark.

Writes pressure.csv: the pressure at distances x from the middle. Half width a = sqrt(4 F R / (pi E*)),
p_0 = 2 F / (pi a), p = p_0 sqrt(1 - x^2 / a^2), 1 / E* = (1 - nu^2) (1 / E_1 + 1 / E_2).
"""
from math import pi, sqrt

F, R, nu, E_1, E_2 = 35000.0, 50.0, 0.3, 210e3, 70e3
E = 1 / ((1 - nu**2) * (1 / E_1 + 1 / E_2))
a = sqrt(4 * F * R / (pi * E))
p_0 = 2 * F / (pi * a)
print(f"half width {a:.4f} mm, largest pressure {p_0:.2f} MPa (printed: 6.21 mm, 3585.37 MPa)")
with open("pressure.csv", "w") as file:
    file.write("x,p\n")
    for x in range(7):
        file.write(f"{x},{p_0 * sqrt(1 - x**2 / a**2):.10g}\n")
