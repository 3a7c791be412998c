// Mouse events that arrive together: each frame sees one place with the buttons that were down there.
#include "viewer/core/mouse_queue.h"

#include <gtest/gtest.h>

namespace undine {
namespace {

constexpr size_t kLeft = 0, kRight = 1;
const glm::vec2 kA{10, 20}, kB{300, 40}, kC{50, 60};

// A press with Ctrl, a drag and the release, all before the next frame: pressed at A with Ctrl, held at B, released
// there.
TEST(MouseQueue, ADragInOneFrameBecomesThree) {
    MouseQueue mouse;
    mouse.move(kA);
    mouse.button(kLeft, true, true);
    mouse.move(kC);
    mouse.move(kB);
    mouse.button(kLeft, false, false);

    const MouseFrame pressed = mouse.next();
    EXPECT_EQ(pressed.position, kA);
    EXPECT_TRUE(pressed.down[kLeft]);
    EXPECT_EQ(pressed.pressed_with_ctrl, true);

    const MouseFrame dragged = mouse.next();
    EXPECT_EQ(dragged.position, kB);
    EXPECT_TRUE(dragged.down[kLeft]) << "the last move belongs to the drag";
    EXPECT_EQ(dragged.pressed_with_ctrl, std::nullopt);

    const MouseFrame released = mouse.next();
    EXPECT_EQ(released.position, kB);
    EXPECT_FALSE(released.down[kLeft]);
    EXPECT_TRUE(mouse.empty());
    EXPECT_EQ(mouse.next().position, kB) << "nothing happens: it stays";
}

// A click on the panel, then a move over the picture: the press is where the panel was.
TEST(MouseQueue, AClickStaysWhereItWas) {
    MouseQueue mouse;
    mouse.move(kA);
    mouse.button(kLeft, true, false);
    mouse.button(kLeft, false, false);
    mouse.move(kB);
    const MouseFrame pressed = mouse.next();
    EXPECT_EQ(pressed.position, kA);
    EXPECT_TRUE(pressed.down[kLeft]);
    EXPECT_EQ(pressed.pressed_with_ctrl, false);
    const MouseFrame released = mouse.next();
    EXPECT_EQ(released.position, kA);
    EXPECT_FALSE(released.down[kLeft]);
    EXPECT_EQ(mouse.next().position, kB);
}

TEST(MouseQueue, TheWheelTurnsWhereThePointerWas) {
    MouseQueue mouse;
    mouse.move(kA);
    mouse.wheel(1);
    mouse.wheel(2);
    mouse.move(kB);
    const MouseFrame turned = mouse.next();
    EXPECT_EQ(turned.position, kA);
    EXPECT_EQ(turned.wheel, 3);
    const MouseFrame after = mouse.next();
    EXPECT_EQ(after.position, kB);
    EXPECT_EQ(after.wheel, 0);
}

TEST(MouseQueue, ButtonsChangeOneAtATimeAndHeldOnesStay) {
    MouseQueue mouse;
    EXPECT_EQ(mouse.next().position, std::nullopt) << "not seen yet";
    mouse.move(kA);
    mouse.button(kLeft, true, false);
    mouse.button(kRight, true, false);
    mouse.button(7, true, true);  // none that means anything
    mouse.button(kLeft, false, false);
    EXPECT_TRUE(mouse.next().down[kLeft]);
    const MouseFrame both = mouse.next();
    EXPECT_TRUE(both.down[kLeft] && both.down[kRight]);
    const MouseFrame right = mouse.next();
    EXPECT_TRUE(!right.down[kLeft] && right.down[kRight]);
    EXPECT_TRUE(mouse.empty());
}

}  // namespace
}  // namespace undine
