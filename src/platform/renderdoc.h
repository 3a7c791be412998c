// RenderDoc's in-application API [renderdoc_app.h 1.6]: captures of frames, which RenderDoc opens. Its library is
// looked for at run time.
#pragma once
#include <filesystem>
#include <optional>

struct RENDERDOC_API_1_6_0;

namespace undine {

class RenderDoc {
  public:
    // Empty unless the program was started from RenderDoc.
    static std::optional<RenderDoc> started_from();

    // Loads it into this program, and turns its Vulkan layer on: to be called before the first Instance is made. Throws
    // Error(no_device) if RenderDoc is not installed.
    static RenderDoc load();

    // All that is submitted to the one VkDevice between the two is captured. end() waits for the device, and writes
    // NAME.rdc if `name` is DIR/NAME; a program that was started from RenderDoc leaves the choice of the name to it.
    // Returns the file. Throws Error: failed if RenderDoc could not capture, bad_input if the file cannot be written.
    void begin();
    std::filesystem::path end(const std::filesystem::path& name);

  private:
    RenderDoc(void* library, bool ours);

    RENDERDOC_API_1_6_0* api_ = nullptr;
    bool ours_;  // loaded by load()
};

}  // namespace undine
