// The images that finished frames are drawn into, one after another: those of a window (Swapchain), or some that nobody
// sees (UnseenImages).
//
//     FrameStatus status = images.resize(width, height);
//     if (images.acquire(slot) == FrameStatus::ready) {
//         …draw into images.image(), leave it by barrier(…, images.finished())…
//         commands.submit(images.sync());
//         status = images.present();
//     }
#pragma once
#include <volk.h>

#include <cstdint>

#include "gpu/commands.h"
#include "gpu/image.h"

namespace undine {

enum class FrameStatus {
    ready,
    busy,   // no image became free within the time that an event loop may block
    stale,  // call resize() before the next frame
    empty,  // the surface has no area, e.g. because the window is minimised
    lost,   // the surface is gone: create a new one and new images
};

class FrameImages {
  public:
    virtual ~FrameImages() = default;  // waits

    virtual VkFormat format() const = 0;
    virtual uint32_t width() const = 0;
    virtual uint32_t height() const = 0;

    // Recreates the images in that size or, if a window has one of its own, in the window's. Waits for the device.
    virtual FrameStatus resize(uint32_t width, uint32_t height) = 0;

    // Acquires the next image for the frame in that slot; the previous frame in that slot must have been executed.
    virtual FrameStatus acquire(uint32_t slot) = 0;

    // The acquired image, to be overwritten completely and left by barrier(…, finished()), and the semaphores that the
    // submission that draws it must wait for and signal, if any.
    virtual Image& image() = 0;
    virtual ImageUse finished() const = 0;
    virtual QueueSync sync() const = 0;

    // Presents the image; to be called after that submission.
    virtual FrameStatus present() = 0;
};

}  // namespace undine
