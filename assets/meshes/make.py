#!/usr/bin/env python3
"""Makes the meshes of this folder: closed surfaces, in metres, y up. Usage: make.py [FOLDER]"""
import math
import os
import sys


def write_obj(path, title, points, triangles):
    with open(path, "w", encoding="ascii") as file:
        file.write(f"# {title}; made by make.py\n")
        for x, y, z in points:
            file.write(f"v {x:.5f} {y:.5f} {z:.5f}\n")
        for a, b, c in triangles:
            file.write(f"f {a + 1} {b + 1} {c + 1}\n")


def surface_of(field, low, high, cell):
    """Where field(x, y, z) is 0, positive inside: marching tetrahedra, six in each cube of a grid."""
    counts = [math.ceil((h - l) / cell) + 1 for l, h in zip(low, high)]
    at = lambda i, j, k: (low[0] + i * cell, low[1] + j * cell, low[2] + k * cell)
    value = {(i, j, k): field(*at(i, j, k)) or 1e-9
             for i in range(counts[0]) for j in range(counts[1]) for k in range(counts[2])}
    points, index, triangles = [], {}, []

    def crossing(a, b):
        key = (min(a, b), max(a, b))
        if key not in index:
            a, b = key
            # Kept off the nodes, where several crossings would fall together.
            t = min(0.95, max(0.05, value[a] / (value[a] - value[b])))
            index[key] = len(points)
            points.append(tuple(p + t * (q - p) for p, q in zip(at(*a), at(*b))))
        return index[key]

    def triangle(a, b, c, inner):
        """Wound so that it faces away from `inner`, a node inside."""
        p, q, r = points[a], points[b], points[c]
        u, v = [y - x for x, y in zip(p, q)], [y - x for x, y in zip(p, r)]
        n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
        outward = sum(m * (x - y) for m, x, y in zip(n, p, at(*inner)))
        triangles.append((a, b, c) if outward > 0 else (a, c, b))

    ways = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    for i in range(counts[0] - 1):
        for j in range(counts[1] - 1):
            for k in range(counts[2] - 1):
                for way in ways:
                    corner, tetrahedron = [i, j, k], [(i, j, k)]
                    for axis in way:
                        corner[axis] += 1
                        tetrahedron.append(tuple(corner))
                    inside = [c for c in tetrahedron if value[c] > 0]
                    outside = [c for c in tetrahedron if value[c] <= 0]
                    if len(inside) == 1:
                        triangle(*(crossing(inside[0], o) for o in outside), inside[0])
                    elif len(inside) == 3:
                        triangle(*(crossing(n, outside[0]) for n in inside), inside[0])
                    elif len(inside) == 2:
                        (p, q), (r, s) = inside, outside
                        a, b, c, d = crossing(p, r), crossing(p, s), crossing(q, s), crossing(q, r)
                        triangle(a, b, c, p)
                        triangle(a, c, d, p)
    return points, triangles


def blend(parts, sharpness):
    """Ellipsoids (centre, half axes), joined smoothly."""
    def field(x, y, z):
        sum_of = 0
        for center, axes in parts:
            r = math.sqrt(sum(((p - c) / a) ** 2 for p, c, a in zip((x, y, z), center, axes)))
            sum_of += math.exp(min(60, -sharpness * (r - 1) * min(axes)))
        return math.log(sum_of) if sum_of > 0 else -1
    return field


def rabbit():
    ear = lambda z: ((0.32, 0.98, z), (0.07, 0.24, 0.05))
    foot = lambda z: ((0.22, 0.06, z), (0.17, 0.07, 0.08))
    parts = [((0, 0.32, 0), (0.38, 0.31, 0.28)), ((-0.2, 0.3, 0), (0.26, 0.28, 0.27)),
             ((0.38, 0.62, 0), (0.2, 0.18, 0.16)), ((0.5, 0.58, 0), (0.12, 0.1, 0.1)), ear(-0.1), ear(0.1),
             foot(-0.15), foot(0.15), ((-0.46, 0.3, 0), (0.1, 0.1, 0.1))]
    points, triangles = surface_of(blend(parts, 40), (-0.7, -0.1, -0.45), (0.75, 1.35, 0.45), 0.05)
    # As high as the Stanford bunny of Debian's glmark2-data, for which it stands in, and centred as that is.
    low, high = ([f(p[axis] for p in points) for axis in range(3)] for f in (min, max))
    scale = 1.982466 / (high[1] - low[1])
    return [tuple(scale * (x - 0.5 * (l + h)) for x, l, h in zip(p, low, high)) for p in points], triangles


def duck():
    parts = [((0, 0, 0), (0.5, 0.26, 0.34)), ((-0.42, 0.14, 0), (0.2, 0.12, 0.14)),
             ((0.3, 0.36, 0), (0.22, 0.21, 0.2)), ((0.53, 0.33, 0), (0.13, 0.05, 0.1))]
    return surface_of(blend(parts, 40), (-0.75, -0.4, -0.45), (0.8, 0.7, 0.45), 0.05)


def wheel(paddles=8, hub=0.3, rim=1.0, half_thickness=0.05, half_width=0.5):
    """Paddles around a hub, along z. Each side is a fan around the axis."""
    outline = []
    for k in range(paddles):
        turn = 2 * math.pi * k / paddles
        root = math.sqrt(hub * hub - half_thickness * half_thickness)
        for u, v in [(root, -half_thickness), (rim, -half_thickness), (rim, half_thickness), (root, half_thickness)]:
            outline.append((u * math.cos(turn) - v * math.sin(turn), u * math.sin(turn) + v * math.cos(turn)))
        middle = turn + math.pi / paddles
        outline.append((hub * math.cos(middle), hub * math.sin(middle)))
    count = len(outline)
    points = [(x, y, z) for z in (-half_width, half_width) for x, y in outline]
    points += [(0, 0, -half_width), (0, 0, half_width)]
    triangles = []
    for a in range(count):
        b = (a + 1) % count
        triangles += [(b, a, 2 * count), (count + a, count + b, 2 * count + 1), (a, b, count + b), (a, count + b, count + a)]
    return points, triangles


folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
for name, shape, title in [("rabbit", rabbit(), "A rabbit"), ("duck", duck(), "A duck"), ("wheel", wheel(), "A water wheel")]:
    write_obj(os.path.join(folder, name + ".obj"), title, *shape)
