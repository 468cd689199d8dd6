"""Impacts of the door, arc by arc: theta'' = -Omega^2 theta between frame (theta = 0) and stop (theta = 1.6); writes
impacts.csv."""
import math

Omega, omega, theta_s, e, J, end = 2.0, 4.5, 1.6, 0.5, 25 * 0.9**2 / 3, 8.0
rows, time, at_stop = [], 0.0, False
while True:
    if at_stop:  # moves with omega < 0 from the stop to the frame
        time += (math.pi / 2 - math.atan2(-omega, Omega * theta_s)) / Omega
        omega = -math.hypot(omega, Omega * theta_s)
        at_stop = False
    elif omega > Omega * theta_s:  # from the frame to the stop
        time += math.asin(Omega * theta_s / omega) / Omega
        omega = math.sqrt(omega**2 - (Omega * theta_s) ** 2)
        at_stop = True
    else:  # half a swing
        time += math.pi / Omega
        omega = -omega
    if time > end:
        break
    rows.append((time, e * abs(omega), (1 + e) * J * abs(omega), (1 - e**2) * J * omega**2 / 2))
    omega *= -e
with open("impacts.csv", "w") as out:
    out.write("number,time,after,impulse,energy_lost\n")
    for number, row in enumerate(rows, 1):
        out.write(f"{number}," + ",".join(f"{x:.14g}" for x in row) + "\n")
