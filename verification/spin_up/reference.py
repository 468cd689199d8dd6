"""Lag of the tip of a beam turned about its end by a given angle, for small deflections with stiffening by the
centrifugal force (Kane, Ryan, Banerjee 1987). Deflection v(x, t) in the turning frame:

  rho A (v'' - Omega^2 v + Omega' x) + E I v_xxxx - (N v_x)_x = 0,   N = rho A Omega^2 (L^2 - x^2) / 2

by Galerkin's method with the first four modes of the cantilever and the classical Runge-Kutta method. Writes
lag.csv: time and v(L, t)."""
import math

L, EI, rho_A, T, speed, count, cells = 10.0, 1.4e4, 1.2, 15.0, 6.0, 4, 2000


def root(k):
    low, high = (k + 0.5) * math.pi - 0.6, (k + 0.5) * math.pi + 0.6
    f = lambda z: math.cos(z) + 1 / math.cosh(z)
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if (f(low) > 0) == (f(middle) > 0) else (low, middle)
    return low


z = [root(k) for k in range(count)]
sigma = [(math.cosh(b) + math.cos(b)) / (math.sinh(b) + math.sin(b)) for b in z]


def shape(k, s):
    b = z[k] * s
    return math.cosh(b) - math.cos(b) - sigma[k] * (math.sinh(b) - math.sin(b))


def shape_slope(k, s):
    b = z[k] * s
    return z[k] / L * (math.sinh(b) + math.sin(b) - sigma[k] * (math.cosh(b) - math.cos(b)))


def integral(f):  # Simpson's rule over the length
    return L / (3 * cells) * sum((1 if i in (0, cells) else 4 if i % 2 else 2) * f(i / cells) for i in range(cells + 1))


mass = rho_A * L  # of every mode: int phi^2 = L
stiffening = [[integral(lambda s: rho_A * L**2 * (1 - s * s) / 2 * shape_slope(i, s) * shape_slope(j, s))
               for j in range(count)] for i in range(count)]
push = [rho_A * integral(lambda s: L * s * shape(i, s)) for i in range(count)]
omega_2 = [EI / rho_A * (b / L) ** 4 for b in z]


def rate(t, y):
    w = speed / T * (t - T / (2 * math.pi) * math.sin(2 * math.pi * t / T)) if t < T else speed
    dw = speed / T * (1 - math.cos(2 * math.pi * t / T)) if t < T else 0.0
    a = [-(omega_2[i] - w * w) * y[i]
         - (w * w * sum(stiffening[i][j] * y[j] for j in range(count)) + dw * push[i]) / mass for i in range(count)]
    return y[count:] + a


h, y = 1e-3, [0.0] * (2 * count)
with open("lag.csv", "w") as out:
    out.write("time,lag\n0,0\n")
    for n in range(20000):
        t = n * h
        k1 = rate(t, y)
        k2 = rate(t + h / 2, [x + h / 2 * k for x, k in zip(y, k1)])
        k3 = rate(t + h / 2, [x + h / 2 * k for x, k in zip(y, k2)])
        k4 = rate(t + h, [x + h * k for x, k in zip(y, k3)])
        y = [x + h / 6 * (a + 2 * b + 2 * c + d) for x, a, b, c, d in zip(y, k1, k2, k3, k4)]
        if (n + 1) % 50 == 0:
            out.write(f"{(n + 1) * h:.10g},{sum(y[i] * shape(i, 1.0) for i in range(count)):.9g}\n")
