"""The Python package, as a program uses it: run by robustness/python_test.cpp, with PYTHONPATH at the built one."""
import ast
import gc
import inspect
import pathlib
import signal
import threading
import unittest

import numpy as np

import undine


def small_dam() -> undine.Scene:
    """1,000 particles of a dam in a tank."""
    scene = undine.Scene().set(particle_spacing=0.05, support_radius=0.1, tank_max=(1, 1, 0.5), dt=0.002)
    return scene.add_fluid((0, 0, 0), (0.5, 0.5, 0.5))


class OfScenes(unittest.TestCase):
    def test_parameters_have_names_and_values_of_python(self):
        scene = small_dam().set(kernel="cubic_spline", substeps=3, viscosity=np.float32(0.0625))
        self.assertEqual(scene.get("kernel"), "cubic_spline")
        self.assertEqual(scene.get("substeps"), 3)
        self.assertEqual(scene.get("viscosity"), 0.0625)
        self.assertEqual(scene.get("tank_max"), [1, 1, 0.5])
        self.assertIn("viscosity=0.0625", scene.settings)

    def test_what_is_wrong_is_said_as_on_the_command_line(self):
        with self.assertRaisesRegex(undine.Error, "did you mean 'viscosity'") as caught:
            undine.Scene().set(viscosty=1)
        self.assertEqual(caught.exception.code, "bad_input")
        with self.assertRaisesRegex(undine.Error, "did you mean.*dam_break"):
            undine.Scene.load("dam_brake")
        with self.assertRaisesRegex(undine.Error, "expected nothing, automatic, water or particles"):
            undine.Simulation(small_dam(), drawn="air")

    def test_those_that_come_with_the_library_are_found(self):
        self.assertIn("dam_break", undine.Scene.names())
        self.assertIn("[[fluid]]", undine.Scene.load("dam_break").text)


class OfSimulations(unittest.TestCase):
    def test_the_mapped_arrays_are_those_that_steps_change(self):
        water = undine.Simulation(small_dam())
        mapped = water.map()
        self.assertEqual(mapped.position.shape, (1000, 3))
        self.assertEqual(mapped.density.shape, (1000,))
        before = mapped.position.copy()
        water.step(20)
        self.assertEqual((water.steps, round(water.time, 6)), (20, 0.04))
        self.assertGreater(np.abs(mapped.position - before).max(), 0.001)
        self.assertAlmostEqual(float(np.median(mapped.density)), 1000, delta=10)
        for again, then in zip(water.map(), mapped):
            self.assertTrue(np.shares_memory(again, then))
        with self.assertRaises(ValueError):
            mapped.position[0, 0] = 0

    def test_copies_are_the_same_particles_in_the_order_of_their_ids(self):
        water = undine.Simulation(small_dam())
        water.step(20)
        copied, mapped = water.particles(), water.map()
        order = np.argsort(mapped.id)
        for name in undine.Particles._fields:
            np.testing.assert_array_equal(getattr(copied, name), getattr(mapped, name)[order], name)
        self.assertEqual((copied.position.dtype, copied.id.dtype), (np.float32, np.uint32))
        water.step()
        self.assertFalse(np.array_equal(copied.position, water.particles().position))

    def test_arrays_outlive_the_variable_of_their_simulation(self):
        water = undine.Simulation(small_dam())
        mapped, expected = water.map(), water.map().position.copy()
        del water
        gc.collect()
        np.testing.assert_array_equal(mapped.position, expected)

    def test_it_starts_over_from_given_particles(self):
        water = undine.Simulation(small_dam())
        start = water.particles()
        velocity = np.zeros_like(start.position)
        velocity[:, 0] = 0.5
        water.step(5)
        water.set_particles(start.position.astype(np.float64), velocity)
        self.assertEqual(water.time, 0)
        np.testing.assert_array_equal(water.particles().position, start.position)
        np.testing.assert_array_equal(water.particles().velocity, velocity)
        with self.assertRaisesRegex(undine.Error, r"velocity: expected an array of shape \(n, 3\)"):
            water.set_particles(start.position, velocity[:, 0])
        with self.assertRaisesRegex(undine.Error, "as many velocities as positions"):
            water.set_particles(start.position, velocity[1:])

    def test_parameters_change_while_it_runs(self):
        water = undine.Simulation(small_dam())
        water.set(gravity=(0, 0, 0), viscosity=0.1)
        self.assertEqual((water.get("gravity"), water.get("viscosity")), ([0, 0, 0], 0.1))
        with self.assertRaisesRegex(undine.Error, "cannot change while it is simulated"):
            water.set(particle_spacing=0.04)

    def test_solids_have_poses(self):
        scene = small_dam().add("[[solid]]\nradius = 0.1\ncenter = [0.8, 0.4, 0.25]\ndensity = 300")
        water = undine.Simulation(scene)
        water.step(10)
        (ball,) = water.solids()
        self.assertLess(ball.velocity[1], -0.1)
        self.assertAlmostEqual(sum(q * q for q in ball.rotation), 1, 6)

    def test_ctrl_c_stops_between_two_steps(self):
        water = undine.Simulation(small_dam())
        handler = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, handler)
        begun = threading.Event()

        def interrupt():
            begun.wait()
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

        thread = threading.Thread(target=interrupt)
        thread.start()
        with self.assertRaises(KeyboardInterrupt):
            begun.set()
            while True:
                water.step(1000)
        thread.join()
        steps = water.steps
        water.step()
        self.assertEqual(water.steps, steps + 1)

    def test_another_thread_runs_meanwhile_but_may_not_use_it(self):
        water = undine.Simulation(small_dam())
        refusals = []
        stepping = threading.Thread(target=lambda: water.step(300))
        stepping.start()
        while stepping.is_alive():
            try:
                water.particles()
            except undine.Error as error:
                refusals.append(str(error))
        stepping.join()
        self.assertTrue(refusals, "no call met a step")
        self.assertIn("another thread", refusals[0])
        self.assertEqual(water.steps, 300)


class OfRenderers(unittest.TestCase):
    def test_pictures_are_arrays(self):
        water = undine.Simulation(small_dam(), drawn="water")
        try:
            renderer = undine.Renderer(water, width=64, height=36, look=["deep"])
        except undine.Error as error:
            self.assertEqual(error.code, "no_device")
            self.skipTest(str(error))
        first = renderer.draw()
        self.assertEqual((first.shape, first.dtype), ((36, 64, 4), np.uint8))
        self.assertTrue((first[..., 3] == 255).all())
        self.assertGreater(first[..., :3].std(), 5)
        water.step(30)
        self.assertFalse(np.array_equal(renderer.draw(), first))
        camera = renderer.scene_camera
        np.testing.assert_array_equal(renderer.draw(camera), renderer.draw())
        camera.eye = (3, 0.5, 0)
        self.assertFalse(np.array_equal(renderer.draw(camera), renderer.draw()))
        renderer.resize(32, 18)
        self.assertEqual(renderer.draw().shape, (18, 32, 4))
        with self.assertRaisesRegex(undine.Error, "deep"):
            renderer.set_look("deeep")


class OfThePackage(unittest.TestCase):
    def test_it_has_a_version(self):
        self.assertRegex(undine.__version__, r"^\d+\.\d+\.\d+")


class OfStubs(unittest.TestCase):
    """_undine.pyi has what the module has: the same classes, members and arguments."""

    def test_they_name_what_there_is(self):
        file = pathlib.Path(undine.__file__).with_name("_undine.pyi")
        classes = {c.name: c for c in ast.parse(file.read_text()).body if isinstance(c, ast.ClassDef)}
        self.assertEqual(set(classes), set(undine.__all__))
        for name, stub in classes.items():
            real = getattr(undine, name)
            self.assertTrue(ast.get_docstring(stub) or name in ("SolidPose", "Camera"), name)
            members = {m.name: m for m in stub.body if isinstance(m, ast.FunctionDef)}
            fields = {m.target.id for m in stub.body if isinstance(m, ast.AnnAssign)}
            if name == "Error":
                continue
            if name == "Particles":
                self.assertEqual(fields, set(real._fields))
                continue
            public = {m for m in vars(real) if not m.startswith("_")}
            self.assertEqual((set(members) | fields) - {"__init__"}, public, name)
            for member, function in members.items():
                with self.subTest(f"{name}.{member}"):
                    object_ = inspect.getattr_static(real, member)
                    decorators = {d.id for d in function.decorator_list}
                    self.assertEqual("property" in decorators, isinstance(object_, property))
                    self.assertEqual("staticmethod" in decorators, isinstance(object_, staticmethod))
                    if "property" in decorators:
                        continue
                    said = getattr(real, member).__doc__.splitlines()[0]  # pybind11's: name(self: ..., count: int = 1)
                    for argument in function.args.args + function.args.kwonlyargs:
                        if argument.arg != "self":
                            self.assertIn(f"{argument.arg}: ", said)
                    self.assertEqual(said.count(": ") - said.count("self: "), len(function.args.args)
                                     - (0 if "staticmethod" in decorators else 1) + len(function.args.kwonlyargs), said)


if __name__ == "__main__":
    unittest.main(verbosity=2)
