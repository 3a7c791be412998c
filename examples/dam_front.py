#!/usr/bin/env python3
"""A column of water collapses, and a picture shows where its front is, beside Martin and Moyce's experiment.

    python3 examples/dam_front.py [--across 16] [--output dam_front.png]

Needs the package python3-undine (or PYTHONPATH=build/release/python) and matplotlib.
"""
import argparse
import math

import matplotlib

matplotlib.use("Agg")  # into a file; no display
import matplotlib.pyplot as plt

import undine

WIDTH, HEIGHT = 0.05715, 0.1143  # of the column, m: a = 2.25 in, n² = 2
G = 9.81
# J. C. Martin and W. J. Moyce, Phil. Trans. R. Soc. A 244 (1952), table 2: time and front, T = t √(n² g / a), Z = x / a.
# Their clock began when the gate had let the water go, some T = 0.2 late (docs/validation.md).
MEASURED = [
    (0.41, 1.11), (0.84, 1.22), (1.19, 1.44), (1.43, 1.67), (1.63, 1.89), (1.83, 2.11), (1.98, 2.33), (2.20, 2.56),
    (2.32, 2.78), (2.51, 3.00), (2.65, 3.22), (2.83, 3.44), (2.98, 3.67), (3.11, 3.89), (3.33, 4.11),
]  # fmt: skip


def front_of(across: int) -> tuple[list[float], list[float]]:
    """T and Z, until the front is 4.2 widths from the wall."""
    spacing = WIDTH / across
    scene = undine.Scene().set(particle_spacing=spacing, support_radius=2 * spacing, dt=0.3 * spacing, substeps=12)
    scene.set(tank_max=(5 * WIDTH, 1.2 * HEIGHT, 10 * spacing)).add_fluid((0, 0, 0), (WIDTH, HEIGHT, 10 * spacing))
    water = undine.Simulation(scene)
    position = water.map().position  # (n, 3), no copy: what follows each step
    times, fronts = [], []
    while not fronts or fronts[-1] < 4.2:
        water.step()
        times.append(water.time * math.sqrt(2 * G / WIDTH))
        fronts.append((float(position[:, 0].max()) + spacing / 2) / WIDTH)
    return times, fronts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--across", type=int, default=16, help="particles across the column's width")
    parser.add_argument("--output", default="dam_front.png")
    options = parser.parse_args()
    figure, axes = plt.subplots(figsize=(6, 4), layout="constrained")
    for across in (options.across // 2, options.across):
        times, fronts = front_of(across)
        axes.plot(times, fronts, label=f"{across} particles across")
        print(f"{across} particles across: Z = {fronts[-1]:.2f} at T = {times[-1]:.2f}")
    axes.plot(*zip(*MEASURED), "k+", label="Martin and Moyce")
    axes.set(xlabel="T = t √(n² g / a)", ylabel="Z = x / a", title="The front of a collapsing column, n² = 2")
    axes.legend()
    figure.savefig(options.output, dpi=150)
    print(f"wrote {options.output}")


if __name__ == "__main__":
    main()
