"""Position Based Fluids on any GPU: scenes, steps and pictures, with NumPy arrays.

    import undine

    water = undine.Simulation(undine.Scene.load("dam_break"), drawn="water")
    water.step(100)
    front = water.map().position[:, 0].max()      # no copy: the CPU backend's own array
    picture = undine.Renderer(water).draw()       # height x width x 4, uint8

Lengths are in m, times in s. docs/python.md tells more.
"""
from ._undine import Camera, Error, Particles, Renderer, Scene, Simulation, SolidPose, __version__

__all__ = ["Camera", "Error", "Particles", "Renderer", "Scene", "Simulation", "SolidPose"]
