"""Random impacts of parts: decks, and what their runs should have kept. The program is benchmarks/impacts.py."""
