"""Motion of the three masses of Rezaei, Schindler (R 91) from rest with relaxed springs, by modal analysis.

    M q'' + K q = f constant:   q(t) = sum over modes  phi (phi . f)/omega^2 (1 - cos omega t)

Variant (a): stiff spring k0 at mass 3. Variant (b): q3 = 0 and the joint's force -(m g + k3 q2) on mass 3.
Standard library only.

    python3 reference.py            writes stiff.csv and joint.csv, prints the frequencies
"""
import math

K0, K, M, G = 1e7, 1.0, 1.0, 9.81
STEP, END = 0.02, 10.0


def jacobi(a):
    """Eigenvalues and vectors (columns) of a symmetric matrix."""
    n = len(a)
    a = [row[:] for row in a]
    v = [[float(i == j) for j in range(n)] for i in range(n)]
    for _ in range(60):
        for p in range(n):
            for q in range(p + 1, n):
                if a[p][q] == 0:
                    continue
                t = 0.5 * math.atan2(2 * a[p][q], a[q][q] - a[p][p])
                c, s = math.cos(t), math.sin(t)
                for m in (a, v):
                    for row in m:
                        row[p], row[q] = c * row[p] - s * row[q], s * row[p] + c * row[q]
                a[p], a[q] = ([c * x - s * y for x, y in zip(a[p], a[q])],
                              [s * x + c * y for x, y in zip(a[p], a[q])])
    return [a[i][i] for i in range(n)], v


def motion(stiffness):
    squares, vectors = jacobi([[x / M for x in row] for row in stiffness])
    n = len(stiffness)
    parts = [sum(vectors[i][k] for i in range(n)) * G / squares[k] for k in range(n)]
    print("frequencies, Hz:", *sorted(math.sqrt(x) / (2 * math.pi) for x in squares))

    def at(t):
        # 1 - cos x = 2 sin^2 (x/2)
        amounts = [parts[k] * 2 * math.sin(0.5 * math.sqrt(squares[k]) * t) ** 2 for k in range(n)]
        return [sum(vectors[i][k] * amounts[k] for k in range(n)) for i in range(n)]

    return at


def write(name, header, row):
    with open(name, "w") as out:
        out.write(header + "\n")
        for i in range(round(END / STEP) + 1):
            t = i * STEP
            out.write(",".join(f"{x:.15g}" for x in [t] + row(t)) + "\n")


def main():
    stiff = motion([[2 * K, -K, 0], [-K, 2 * K, -K], [0, -K, K + K0]])
    write("stiff.csv", "time,q1,q2,q3", stiff)
    joint = motion([[2 * K, -K], [-K, 2 * K]])
    write("joint.csv", "time,q1,q2,force", lambda t: joint(t) + [-(M * G + K * joint(t)[1])])


if __name__ == "__main__":
    main()
