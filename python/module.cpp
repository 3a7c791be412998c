// The Python module undine: the library (include/undine), with NumPy arrays for particles and pictures.
// undine/_undine.pyi says what there is.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "undine/renderer.h"
#include "undine/simulation.h"
#include "undine/version.h"

namespace py = pybind11;
using namespace py::literals;

namespace undine::core {
namespace {

using Positions = py::array_t<float, py::array::c_style | py::array::forcecast>;

// While it steps, the interpreter's lock is released: other threads run, and may not touch it.
struct PythonSimulation {
    Simulation simulation;
    bool stepping = false;

    Simulation& idle() {
        if (stepping) throw Error(Exit::usage, "the simulation is stepping in another thread; expected one at a time");
        return simulation;
    }
};

struct PythonRenderer {
    PythonSimulation& drawn;
    Renderer renderer;

    Renderer& idle() { return drawn.idle(), renderer; }
};

const char* name_of(Exit code) {
    switch (code) {
        case Exit::usage: return "usage";
        case Exit::bad_input: return "bad_input";
        case Exit::no_device: return "no_device";
        case Exit::device_lost: return "device_lost";
        case Exit::out_of_memory: return "out_of_memory";
        default: return "failed";
    }
}

Drawn drawn_named(const std::string& name) {
    if (name == "nothing") return Drawn::nothing;
    if (name == "automatic") return Drawn::automatic;
    if (name == "water") return Drawn::water;
    if (name == "particles") return Drawn::particles;
    throw Error(Exit::usage, "drawn = \"" + name + "\": expected nothing, automatic, water or particles");
}

// Sets each keyword as a parameter of a Scene or a Simulation.
template <class Owner>
void set_parameters(Owner& owner, const py::kwargs& values) {
    for (const auto& item : values) {
        const auto key = item.first.cast<std::string>();
        const py::handle value = item.second;
        if (py::isinstance<py::bool_>(value)) owner.set(key, value.cast<bool>() ? "true" : "false");
        else if (py::isinstance<py::str>(value)) owner.set(key, value.cast<std::string>());
        else if (py::isinstance<py::sequence>(value)) owner.set(key, value.cast<Vec3>());
        else owner.set(key, value.cast<double>());
    }
}

// What the library says as TOML.
py::object python_value(const std::string& toml) {
    return py::module_::import("tomllib").attr("loads")("value = " + toml).attr("__getitem__")("value");
}

// An array with the memory of the vector, which it takes over. Columns 0: of one dimension.
template <class Number, class Element>
py::array array_of(std::vector<Element> vector, py::ssize_t columns) {
    auto* kept = new std::vector<Element>(std::move(vector));
    const py::capsule owner(kept, [](void* p) { delete static_cast<std::vector<Element>*>(p); });
    std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(kept->size())};
    if (columns > 0) shape.push_back(columns);
    return py::array_t<Number>(shape, reinterpret_cast<const Number*>(kept->data()), owner);
}

// A view of columns [first, first + columns) of an array of the simulation's; columns 0: of one, in one dimension.
template <class Number, class Element>
py::array view_of(std::span<const Element> elements, py::ssize_t first, py::ssize_t columns, const py::object& owner) {
    std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(elements.size())}, strides{sizeof(Element)};
    if (columns > 0) shape.push_back(columns), strides.push_back(sizeof(Number));
    py::array_t<Number> view(shape, strides, reinterpret_cast<const Number*>(elements.data()) + first, owner);
    view.attr("flags").attr("writeable") = false;
    return view;
}

py::object named_particles() { return py::module_::import("undine._undine").attr("Particles"); }

py::object copied(Particles p) {
    return named_particles()(array_of<float>(std::move(p.position), 3), array_of<float>(std::move(p.velocity), 3),
                             array_of<float>(std::move(p.density), 0), array_of<float>(std::move(p.pressure), 0),
                             array_of<uint32_t>(std::move(p.id), 0));
}

py::object mapped(const py::object& self) {
    const MappedParticles p = self.cast<PythonSimulation&>().idle().map();
    return named_particles()(view_of<float>(p.position, 0, 3, self), view_of<float>(p.velocity, 0, 3, self),
                             view_of<float>(p.position, 3, 0, self), view_of<float>(p.velocity, 3, 0, self),
                             view_of<uint32_t>(p.id, 0, 0, self));
}

std::vector<Vec3> vectors_in(const Positions& array, const char* name) {
    if (array.ndim() != 2 || array.shape(1) != 3)
        throw Error(Exit::bad_input, std::string(name) + ": expected an array of shape (n, 3)");
    std::vector<Vec3> vectors(static_cast<size_t>(array.shape(0)));
    std::copy_n(array.data(), array.size(), vectors.empty() ? nullptr : vectors.front().data());
    return vectors;
}

void set_particles(PythonSimulation& self, const Positions& position, const std::optional<Positions>& velocity,
                   const std::optional<std::vector<uint32_t>>& id) {
    Particles particles{.position = vectors_in(position, "position")};
    if (velocity) particles.velocity = vectors_in(*velocity, "velocity");
    if (id) particles.id = *id;
    self.idle().set_particles(particles);
}

// Ctrl-C is heard between two steps.
void step(PythonSimulation& self, uint32_t count) {
    Simulation& simulation = self.idle();
    for (uint32_t k = 0; k < count; ++k) {
        self.stepping = true;
        try {
            const py::gil_scoped_release others_run;
            simulation.step();
        } catch (...) {
            self.stepping = false;
            throw;
        }
        self.stepping = false;
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    }
}

py::array pixels(PythonRenderer& self, const std::optional<Camera>& camera) {
    Picture picture = self.idle().draw(camera);
    return array_of<uint8_t>(std::move(picture.rgba), 0)
        .reshape({py::ssize_t{picture.height}, py::ssize_t{picture.width}, py::ssize_t{4}});
}

void add_errors(py::module_& m) {
    static PyObject* error = PyErr_NewException("undine.Error", PyExc_RuntimeError, nullptr);
    m.attr("Error") = py::handle(error);
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) std::rethrow_exception(thrown);
        } catch (const Error& e) {
            py::object object = py::handle(error)(e.what());
            object.attr("code") = name_of(e.code);
            PyErr_SetObject(error, object.ptr());
        }
    });
}

void add_scene(py::module_& m) {
    py::class_<Scene>(m, "Scene")
        .def(py::init<>())
        .def_static("load", &Scene::load, "path_or_name"_a)
        .def_static("parse", &Scene::parse, "text"_a, "path"_a = "scene.toml")
        .def_static("names", &Scene::names)
        .def(
            "set", [](Scene& self, const py::kwargs& values) -> Scene& { return set_parameters(self, values), self; },
            py::return_value_policy::reference)
        .def(
            "get", [](const Scene& self, const std::string& key) { return python_value(self.get(key)); }, "key"_a)
        .def("add_fluid", &Scene::add_fluid, "min"_a, "max"_a, "velocity"_a = Vec3{0, 0, 0},
             py::return_value_policy::reference)
        .def("add", &Scene::add, "tables"_a, py::return_value_policy::reference)
        .def_property_readonly("text", &Scene::text)
        .def_property_readonly("path", &Scene::path)
        .def_property_readonly("settings", &Scene::settings);
}

void add_simulation(py::module_& m) {
    m.attr("Particles") =
        py::module_::import("collections")
            .attr("namedtuple")("Particles", "position velocity density pressure id", "module"_a = "undine");
    py::class_<SolidPose>(m, "SolidPose")
        .def_readonly("center", &SolidPose::center)
        .def_readonly("rotation", &SolidPose::rotation)
        .def_readonly("velocity", &SolidPose::velocity)
        .def_readonly("angular_velocity", &SolidPose::angular_velocity);
    const auto read = [](auto member) { return [member](PythonSimulation& self) { return (self.idle().*member)(); }; };
    py::class_<PythonSimulation>(m, "Simulation")
        .def(py::init([](const Scene& scene, const std::string& backend, int threads, const std::string& drawn,
                         const std::string& color) {
                 return std::unique_ptr<PythonSimulation>(
                     new PythonSimulation{Simulation(scene, {backend, threads, drawn_named(drawn), color})});
             }),
             "scene"_a, py::kw_only(), "backend"_a = "cpu", "threads"_a = 0, "drawn"_a = "nothing",
             "color"_a = "natural")
        .def("step", &step, "count"_a = 1)
        .def_property_readonly("time", read(&Simulation::time))
        .def_property_readonly("steps", read(&Simulation::steps))
        .def_property_readonly("time_step", read(&Simulation::time_step))
        .def_property_readonly("particle_mass", read(&Simulation::particle_mass))
        .def_property_readonly("particle_spacing", read(&Simulation::particle_spacing))
        .def_property_readonly("particle_count", read(&Simulation::particle_count))
        .def_property_readonly("backend", read(&Simulation::backend))
        .def_property_readonly("cautions", read(&Simulation::cautions))
        .def("particles", [](PythonSimulation& self) { return copied(self.idle().particles()); })
        .def("map", &mapped)
        .def("set_particles", &set_particles, "position"_a, "velocity"_a = py::none(), "id"_a = py::none())
        .def("solids", read(&Simulation::solids))
        .def("set", [](PythonSimulation& self, const py::kwargs& values) { set_parameters(self.idle(), values); })
        .def(
            "get", [](PythonSimulation& self, const std::string& key) { return python_value(self.idle().get(key)); },
            "key"_a)
        .def("__repr__", [](PythonSimulation& self) {
            return py::str("<undine.Simulation at {:.3f} s on {}>").format(self.idle().time(), self.idle().backend());
        });
}

void add_renderer(py::module_& m) {
    py::class_<Camera>(m, "Camera")
        .def(py::init<Vec3, Vec3, float>(), "eye"_a, "target"_a, "fov_degrees"_a = 45)
        .def_readwrite("eye", &Camera::eye)
        .def_readwrite("target", &Camera::target)
        .def_readwrite("fov_degrees", &Camera::fov_degrees);
    py::class_<PythonRenderer>(m, "Renderer")
        .def(py::init([](PythonSimulation& drawn, uint32_t width, uint32_t height, std::vector<std::string> look,
                         const std::string& environment) {
                 return std::unique_ptr<PythonRenderer>(
                     new PythonRenderer{drawn, Renderer(drawn.idle(), {width, height, std::move(look), environment})});
             }),
             "simulation"_a, py::kw_only(), "width"_a = 1280, "height"_a = 720, "look"_a = py::tuple(),
             "environment"_a = "", py::keep_alive<1, 2>())
        .def("draw", &pixels, "camera"_a = py::none())
        .def_property_readonly("scene_camera", [](PythonRenderer& self) { return self.idle().scene_camera(); })
        .def(
            "set_look", [](PythonRenderer& self, const std::string& look) { self.idle().set_look(look); }, "look"_a)
        .def(
            "resize", [](PythonRenderer& self, uint32_t width, uint32_t height) { self.idle().resize(width, height); },
            "width"_a, "height"_a);
}

}  // namespace
}  // namespace undine::core

PYBIND11_MODULE(_undine, m) {
    m.attr("__version__") = undine::core::version();
    undine::core::add_errors(m);
    undine::core::add_scene(m);
    undine::core::add_simulation(m);
    undine::core::add_renderer(m);
}
