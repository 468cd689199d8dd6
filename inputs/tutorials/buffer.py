"""How fast may the trolley run if the buffer has a travel of 60 mm, and how long does it touch?"""
import jounce

DECK = "inputs/tutorials/buffer.toml"


def largest_travel(speed):
    """Runs the deck with this speed, without files."""
    run = jounce.Run(jounce.Deck(DECK, {"parameters.speed": speed}))
    largest = 0.0
    while run.step():
        largest = max(largest, run.history["travel"])
    return largest


low, high = 0.1, 3.0
while high - low > 1e-4:
    middle = (low + high) / 2
    if largest_travel(middle) < 0.06:
        low = middle
    else:
        high = middle
print(f"largest speed {low:.4f} m/s")

run = jounce.Run(jounce.Deck(DECK, {"parameters.speed": low}))
times, impulse = [], 0.0
while run.step():
    push = run.contacts["impulse"].sum()       # an entry for each contact of the step
    if push > 0:
        times.append(run.time)
        impulse += push
print(f"in touch from {times[0]:.3f} s to {times[-1]:.3f} s, impulse {impulse:.1f} N s")
print(f"speed back {-run.velocity('trolley')[0]:.4f} m/s")
