"""From the checkpoint just before the impact on: the same trolley, dampers of three strengths."""
import jounce

for damper in (0, 1000, 3000):
    deck = jounce.Deck("inputs/tutorials/buffer.toml", {"parameters.c": damper})
    run = jounce.Run(deck, restart="results/buffer/checkpoint.h5", changed_model=True)
    start, travel = run.time, 0.0
    while run.step():
        travel = max(travel, run.history["travel"])
    back = -run.velocity("trolley")[0]
    print(f"from {start:.2f} s, damper {damper:4d} N s/m: travel {1000 * travel:.1f} mm, back at {back:.3f} m/s")
