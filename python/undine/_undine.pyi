from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Vector = Sequence[float]  # three numbers
Value = bool | int | float | str | Vector  # of a parameter; `undine parameters` lists them

__version__: str

class Error(RuntimeError):
    """One sentence that says where, and what was expected."""

    code: Literal["usage", "bad_input", "no_device", "device_lost", "out_of_memory", "failed"]

class Scene:
    """What is simulated: a scene file (docs/scene-format.md), and what a program changes or adds."""

    def __init__(self) -> None:
        """An empty tank, with every parameter at its default."""
    @staticmethod
    def load(path_or_name: str) -> Scene:
        """A path has a '/' or ends in .toml; anything else is the name of one of names()."""
    @staticmethod
    def parse(text: str, path: str = "scene.toml") -> Scene:
        """The text of a scene file. path stands for the file in messages, and is where its own paths begin."""
    @staticmethod
    def names() -> list[str]:
        """The scenes that come with the library, sorted."""
    def set(self, **parameters: Value) -> Scene:
        """Changes parameters, over what the file says. Returns the scene itself."""
    def get(self, key: str) -> Any:
        """A parameter's value."""
    def add_fluid(self, min: Vector, max: Vector, velocity: Vector = (0, 0, 0)) -> Scene:
        """A box of fluid, m and m/s. In two dimensions z is 0 everywhere. Returns the scene itself."""
    def add(self, tables: str) -> Scene:
        """Tables of the scene format, such as [[solid]]. Returns the scene itself."""
    @property
    def text(self) -> str:
        """Of the file, with what was added."""
    @property
    def path(self) -> str: ...
    @property
    def settings(self) -> list[str]:
        """What set() changed: "key=value", in order."""

class Particles(NamedTuple):
    """n particles; element i of each array is of the same one."""

    position: NDArray[np.float32]
    """(n, 3), m"""
    velocity: NDArray[np.float32]
    """(n, 3), m/s"""
    density: NDArray[np.float32]
    """(n,), kg/m³ (kg/m² in two dimensions), of the last step"""
    pressure: NDArray[np.float32]
    """(n,), Pa (N/m in two dimensions), of the last step; 0 if unknown"""
    id: NDArray[np.uint32]
    """(n,), unique; in a scene without emitters 0, 1, 2 ..."""

class SolidPose:
    @property
    def center(self) -> list[float]:
        """m"""
    @property
    def rotation(self) -> list[float]:
        """A unit quaternion: w, x, y, z."""
    @property
    def velocity(self) -> list[float]:
        """m/s"""
    @property
    def angular_velocity(self) -> list[float]:
        """rad/s"""

class Simulation:
    """A fluid that is simulated. While it steps, other threads of Python run, but none may use it."""

    def __init__(
        self,
        scene: Scene,
        *,
        backend: str = "cpu",
        threads: int = 0,
        drawn: Literal["nothing", "automatic", "water", "particles"] = "nothing",
        color: str = "natural",
    ) -> None:
        """backend: as --backend: cpu, vulkan, vulkan:NAME, cuda. threads: of the CPU backend; 0 is all cores.
        drawn: what a Renderer will be asked for. color: of drawn particles, as `undine capture --color`."""
    def step(self, count: int = 1) -> None:
        """Steps of time_step each. Ctrl-C stops between two."""
    @property
    def time(self) -> float:
        """s of the scene"""
    @property
    def steps(self) -> int: ...
    @property
    def time_step(self) -> float:
        """s: parameter dt"""
    @property
    def particle_mass(self) -> float:
        """kg"""
    @property
    def particle_spacing(self) -> float:
        """m"""
    @property
    def particle_count(self) -> int: ...
    @property
    def backend(self) -> str:
        """Such as "CPU, 2 threads" or "Vulkan on NVIDIA H200"."""
    @property
    def cautions(self) -> list[str]:
        """What may keep the scene from behaving as its author expects."""
    def particles(self) -> Particles:
        """Copies, in the order of the particles' ids."""
    def map(self) -> Particles:
        """The CPU backend's own arrays, read-only and in its own order, which every step changes: they show the state
        after the latest step. Where a scene has emitters or sinks, ask again after each step: the length changes."""
    def set_particles(
        self, position: ArrayLike, velocity: ArrayLike | None = None, id: Sequence[int] | None = None
    ) -> None:
        """Starts over, at time 0, from these: (n, 3) arrays, m and m/s. As many as before, unless the scene has emitters
        or sinks: then no more than there is room for."""
    def solids(self) -> list[SolidPose]: ...
    def set(self, **parameters: Value) -> None:
        """Parameters, from the next step on; an Error for one that a running simulation cannot change."""
    def get(self, key: str) -> Any:
        """A parameter's value."""

class Camera:
    eye: Vector
    """m"""
    target: Vector
    """m; up is +y"""
    fov_degrees: float
    """vertical"""
    def __init__(self, eye: Vector, target: Vector, fov_degrees: float = 45) -> None: ...

class Renderer:
    """Pictures of a simulation, which has one renderer at a time."""

    def __init__(
        self,
        simulation: Simulation,
        *,
        width: int = 1280,
        height: int = 720,
        look: Sequence[str] = (),
        environment: str = "",
    ) -> None:
        """look: as `undine capture --look`, in order. environment: a panorama, .hdr; empty is the look's sky."""
    def draw(self, camera: Camera | None = None) -> NDArray[np.uint8]:
        """(height, width, 4): sRGB and alpha 255, rows from top to bottom. Without a camera: scene_camera."""
    @property
    def scene_camera(self) -> Camera:
        """The scene's own, or one that frames the tank."""
    def set_look(self, look: str) -> None:
        """A preset, or key=value, from the next picture on."""
    def resize(self, width: int, height: int) -> None: ...
