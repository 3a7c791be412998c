#include "solver/floating_bodies.h"

#include <btBulletDynamicsCommon.h>

#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <LinearMath/btConvexHullComputer.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>
#include <limits>

#include "scene/mass_properties.h"
#include "scene/mesh/solid_mesh.h"
#include "scene/scene.h"
#include "solver/solids.h"

namespace undine {
namespace {

using glm::dmat3;
using glm::dquat;
using glm::dvec3;

btVector3 to_bullet(const dvec3& v) { return {btScalar(v.x), btScalar(v.y), btScalar(v.z)}; }
btQuaternion to_bullet(const dquat& q) { return {btScalar(q.x), btScalar(q.y), btScalar(q.z), btScalar(q.w)}; }
dvec3 from_bullet(const btVector3& v) { return {v.x(), v.y(), v.z()}; }
dquat from_bullet(const btQuaternion& q) { return {q.w(), q.x(), q.y(), q.z()}; }

dvec3 diagonal(const dmat3& tensor) { return {tensor[0][0], tensor[1][1], tensor[2][2]}; }

// The axes in which a symmetric tensor is diagonal, as a rotation from them, and its values along them.
struct Principal {
    dquat axes{1, 0, 0, 0};
    dvec3 values{0};
};
Principal principal_axes(const dmat3& tensor) {
    const auto at = [&](int row, int column) { return btScalar(tensor[column][row]); };
    btMatrix3x3 m{at(0, 0), at(0, 1), at(0, 2), at(1, 0), at(1, 1), at(1, 2), at(2, 0), at(2, 1), at(2, 2)};
    btMatrix3x3 rotation;
    m.diagonalize(rotation, btScalar(1e-6), 50);
    btQuaternion q;
    rotation.getRotation(q);
    const dquat axes = glm::normalize(from_bullet(q));
    const dmat3 turn = glm::mat3_cast(axes);
    return {axes, diagonal(glm::transpose(turn) * tensor * turn)};
}

std::unique_ptr<btCollisionShape> hull_of(const SolidMesh& mesh, const dvec3& center, const dquat& axes) {
    std::vector<btVector3> points;
    for (const dvec3& p : mesh.surface().points) points.push_back(to_bullet(glm::conjugate(axes) * (p - center)));
    btConvexHullComputer hull;
    hull.compute(&points[0][0], sizeof(btVector3), int(points.size()), 0, 0);
    auto shape = std::make_unique<btConvexHullShape>();
    for (int k = 0; k < hull.vertices.size(); ++k) shape->addPoint(hull.vertices[k], false);
    shape->recalcLocalAabb();
    return shape;
}

// Of two that touch: what does not float has the other's coefficients, and two that float have the mean of their
// frictions, geometric, and the greater restitution, as in Box2D. Bullet would multiply both.
float combined(float a, float b, bool a_floats, bool b_floats, float of_both) {
    return a_floats && b_floats ? of_both : a_floats ? a : b;
}
btScalar combined_friction(const btCollisionObject* a, const btCollisionObject* b) {
    const float x = a->getFriction(), y = b->getFriction();
    return combined(x, y, !a->isStaticOrKinematicObject(), !b->isStaticOrKinematicObject(), std::sqrt(x * y));
}
btScalar combined_restitution(const btCollisionObject* a, const btCollisionObject* b) {
    const float x = a->getRestitution(), y = b->getRestitution();
    return combined(x, y, !a->isStaticOrKinematicObject(), !b->isStaticOrKinematicObject(), std::max(x, y));
}

}  // namespace

struct FloatingBodies::World {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    std::vector<std::unique_ptr<btTriangleMesh>> triangles;
    std::vector<std::unique_ptr<btRigidBody>> bodies;

    // One for each solid; of one that does not float, only `body`.
    struct Floating {
        btRigidBody* body = nullptr;
        bool floats = false;
        double mass = 0;         // kg
        dvec3 inertia{0};        // kg m², along the principal axes
        dvec3 center{0};         // m: of mass, in the solid's axes
        dquat axes{1, 0, 0, 0};  // from the principal axes to the solid's
    };
    std::vector<Floating> solids;
    uint64_t clamped_speeds = 0;                                // since the world was made
    double smallest = std::numeric_limits<double>::infinity();  // m: inscribed radius of those that float

    const Scene& scene;

    double dt() const { return scene.parameters.dt; }

    World(const Scene& of, const std::vector<SolidState>& states) : scene(of) {
        gCalculateCombinedFrictionCallback = combined_friction;
        gCalculateCombinedRestitutionCallback = combined_restitution;
        world.setGravity({0, 0, 0});
        // Of a shape's size: Bullet's 0.02 stops a body before it touches, so that nothing is left to bounce.
        gContactBreakingThreshold = 1e-3f;
        world.getSolverInfo().m_splitImpulsePenetrationThreshold = 0;  // what overlaps is moved apart, not shot apart
        for (const vec4& plane : all_planes(scene)) {
            auto shape = std::make_unique<btStaticPlaneShape>(to_bullet(dvec3(plane)), btScalar(plane.w));
            add(std::move(shape), 0, btTransform::getIdentity());
        }
        for (size_t k = 0; k < states.size(); ++k)
            scene.solids[k].floats() ? add_floating(scene.solids[k], states[k]) : add_moved(scene.solids[k], states[k]);
    }
    ~World() {
        for (const auto& body : bodies) world.removeRigidBody(body.get());
    }

    // mass, kg; 0: it is not moved by others. inertia, kg m², along its axes.
    btRigidBody* add(std::unique_ptr<btCollisionShape> shape, double mass, const btTransform& at,
                     const dvec3& inertia = dvec3(0)) {
        // Bullet's own margin of 4 cm is a visible gap between things of this size.
        shape->setMargin(0.1f * scene.parameters.particle_spacing);
        btRigidBody::btRigidBodyConstructionInfo info(btScalar(mass), nullptr, shape.get(), to_bullet(inertia));
        info.m_startWorldTransform = at;
        bodies.push_back(std::make_unique<btRigidBody>(info));
        shapes.push_back(std::move(shape));
        world.addRigidBody(bodies.back().get());
        return bodies.back().get();
    }

    // A box with rounded edges touches others as the box around it; a mesh that floats as its convex hull.
    std::unique_ptr<btCollisionShape> shape_of(const Solid& s) {
        const glm::vec3 h = s.half_size;
        if (s.radius > 0 && h.x == 0 && h.z == 0) {
            if (h.y == 0) return std::make_unique<btSphereShape>(s.radius);
            return std::make_unique<btCapsuleShape>(s.radius, 2 * h.y);
        }
        return std::make_unique<btBoxShape>(to_bullet(dvec3(h + s.radius)));
    }

    // m: of a sphere about the centre of mass that lies within the shape.
    static double inscribed_radius(const btCollisionShape& shape) {
        btVector3 low, high;
        shape.getAabb(btTransform::getIdentity(), low, high);
        return std::min({high.x(), high.y(), high.z(), -low.x(), -low.y(), -low.z()});
    }

    void add_moved(const Solid& s, const SolidState& at) {
        std::unique_ptr<btCollisionShape> shape;
        if (s.mesh) {
            auto mesh = std::make_unique<btTriangleMesh>();
            const TriangleMesh& surface = s.mesh->surface();
            for (const glm::uvec3& t : surface.triangles)
                mesh->addTriangle(to_bullet(surface.points[t.x]), to_bullet(surface.points[t.y]),
                                  to_bullet(surface.points[t.z]));
            shape = std::make_unique<btBvhTriangleMeshShape>(mesh.get(), true);
            triangles.push_back(std::move(mesh));
        } else {
            shape = shape_of(s);
        }
        btRigidBody* body = add(std::move(shape), 0, pose(at));
        body->setCollisionFlags(body->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
        body->setActivationState(DISABLE_DEACTIVATION);
        solids.push_back({.body = body});
    }

    void add_floating(const Solid& s, const SolidState& at) {
        const MassProperties of_one = mass_properties(s);
        // Other shapes lie on their principal axes.
        const Principal principal =
            s.mesh ? principal_axes(of_one.inertia) : Principal{.values = diagonal(of_one.inertia)};
        Floating f{.floats = true,
                   .mass = s.density * of_one.volume,
                   .inertia = double{s.density} * principal.values,
                   .center = of_one.center,
                   .axes = principal.axes};
        auto shape = s.mesh ? hull_of(*s.mesh, f.center, f.axes) : shape_of(s);
        const btTransform start(to_bullet(at.rotation * f.axes), to_bullet(at.center + at.rotation * f.center));
        f.body = add(std::move(shape), f.mass, start, f.inertia);
        f.body->setLinearVelocity(to_bullet(at.velocity + glm::cross(at.angular_velocity, at.rotation * f.center)));
        f.body->setAngularVelocity(to_bullet(at.angular_velocity));
        f.body->setActivationState(DISABLE_DEACTIVATION);
        smallest = std::min(smallest, inscribed_radius(*f.body->getCollisionShape()));
        f.body->setFriction(s.friction);
        f.body->setRestitution(s.restitution);
        solids.push_back(f);
    }

    static btTransform pose(const SolidState& at) { return btTransform(to_bullet(at.rotation), to_bullet(at.center)); }

    // A vector of the world times a tensor that is diagonal in the body's principal axes.
    static dvec3 times(const Floating& f, const dvec3& diagonal, const dvec3& v) {
        const dquat turn = from_bullet(f.body->getWorldTransform().getRotation());
        return turn * (diagonal * (glm::conjugate(turn) * v));
    }

    // On a body in a step: N s, and N m s about its centre of mass.
    struct Kick {
        dvec3 impulse{0}, spin{0};
    };

    // The moment of a reaction is about the solid's centre.
    static Kick of_water(const Floating& f, const SolidState& solid, const Reaction& water) {
        const dvec3 arm = solid.rotation * f.center;
        return {water.impulse, water.moment - glm::cross(arm, water.impulse)};
    }

    Kick of_hand(const Floating& f, const SolidState& solid, const Grip& by) const {
        const dvec3 arm = solid.rotation * (by.point - f.center), at = solid.center + solid.rotation * by.point;
        const dvec3 velocity = from_bullet(f.body->getVelocityInLocalPoint(to_bullet(arm))),
                    turning = from_bullet(f.body->getAngularVelocity());
        const double rate = std::sqrt(by.stiffness);
        const dvec3 force = f.mass * (by.stiffness * (by.target - at) - 2 * rate * velocity);
        return {dt() * force, dt() * (glm::cross(arm, force) - rate * times(f, f.inertia, turning))};
    }

    // With its weight.
    void push(Floating& f, const Kick& kick) const {
        const Parameters& p = scene.parameters;
        const dvec3 weight = f.mass * dvec3(p.gravity + p.external_acceleration);
        f.body->applyCentralImpulse(to_bullet(kick.impulse + dt() * weight));
        f.body->applyTorqueImpulse(to_bullet(kick.spin));
    }

    // Parts of a step in which none goes far into another before Bullet sees them touch.
    int parts() const {
        constexpr double kDeepest = 0.02;  // of the smallest's size
        constexpr int kMost = 16;
        double fastest = 0;
        for (const Floating& f : solids)
            if (f.floats) fastest = std::max(fastest, double(f.body->getLinearVelocity().length()));
        return std::clamp(int(std::ceil(fastest * dt() / (kDeepest * smallest))), 1, kMost);
    }

    // No faster than water can give way.
    void limit_speed(Floating& f) {
        const dvec3 v = from_bullet(f.body->getLinearVelocity());
        const double speed = glm::length(v), most = greatest_speed_of_solids(scene.parameters);
        if (!(speed > most)) return;
        f.body->setLinearVelocity(to_bullet(most / speed * v));
        ++clamped_speeds;
    }

    SolidState state(const Floating& f) const {
        const dquat rotation =
            glm::normalize(from_bullet(f.body->getWorldTransform().getRotation()) * glm::conjugate(f.axes));
        const dvec3 center = from_bullet(f.body->getWorldTransform().getOrigin()) - rotation * f.center;
        const dvec3 spin = from_bullet(f.body->getAngularVelocity());
        return {center, rotation, from_bullet(f.body->getLinearVelocity()) - glm::cross(spin, rotation * f.center),
                spin};
    }
};

FloatingBodies::FloatingBodies(const Scene& scene, FloatingHistory history)
    : scene_(std::make_unique<Scene>(scene)), history_(std::move(history)) {
    make_world();
    for (const FloatingHistory::Step& step : history_.steps) move(step);
}
FloatingBodies::~FloatingBodies() = default;

void FloatingBodies::make_world() { world_ = std::make_unique<World>(*scene_, history_.start); }

bool FloatingBodies::any(const Scene& scene) { return std::ranges::any_of(scene.solids, &Solid::floats); }

void FloatingBodies::adopt(const Parameters& parameters) { scene_->parameters = parameters; }

void FloatingBodies::hold(const std::optional<Grip>& grip) { grip_ = grip; }

void FloatingBodies::advance(std::vector<Reaction> reactions, double end) {
    if (history_.steps.size() == kMostSteps) {
        history_.start = states_at(scene_->solids, history_.steps.back().end);
        place(history_.start);
        history_.steps.clear();
        history_.clamped_speeds = clamped_speeds();
        make_world();
    }
    history_.steps.push_back({end, std::move(reactions)});
    move(history_.steps.back());
}

void FloatingBodies::move(const FloatingHistory::Step& step) {
    World& w = *world_;
    for (size_t k = 0; k < w.solids.size(); ++k) {
        World::Floating& f = w.solids[k];
        if (!f.floats) continue;
        const SolidState at = w.state(f);
        World::Kick kick;
        const auto add = [&](const World::Kick& more) { kick.impulse += more.impulse, kick.spin += more.spin; };
        if (!step.reactions.empty()) add(w.of_water(f, at, step.reactions[k]));
        if (grip_ && grip_->solid == k) add(w.of_hand(f, at, *grip_));
        w.push(f, kick);
    }
    const int parts = w.parts();
    for (int part = 1; part <= parts; ++part) {
        const double left = w.dt() * (parts - part) / parts;  // s, after this part
        for (size_t k = 0; k < w.solids.size(); ++k)
            if (w.scene.solids[k].moves() && !w.solids[k].floats)
                w.solids[k].body->setWorldTransform(World::pose(state_at(w.scene.solids[k], step.end - left)));
        w.world.stepSimulation(btScalar(w.dt() / parts), 0);  // exactly one step of its own
    }
    for (World::Floating& f : w.solids)
        if (f.floats) w.limit_speed(f);
}

void FloatingBodies::place(std::vector<SolidState>& states) const {
    for (size_t k = 0; k < states.size(); ++k)
        if (world_->solids[k].floats) states[k] = world_->state(world_->solids[k]);
}

dvec3 FloatingBodies::momentum() const {
    dvec3 sum(0);
    for (const World::Floating& f : world_->solids)
        if (f.floats) sum += f.mass * from_bullet(f.body->getLinearVelocity());
    return sum;
}

std::vector<double> FloatingBodies::masses() const {
    std::vector<double> all;
    for (const World::Floating& f : world_->solids) all.push_back(f.mass);
    return all;
}

uint64_t FloatingBodies::clamped_speeds() const { return history_.clamped_speeds + world_->clamped_speeds; }

}  // namespace undine
