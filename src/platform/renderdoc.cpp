#include "platform/renderdoc.h"

#include <dlfcn.h>
#include <renderdoc_app.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "platform/staged_file.h"
#include "undine/error.h"

namespace undine {
namespace fs = std::filesystem;
namespace {

constexpr const char* kLibrary = "librenderdoc.so";

// The file of the latest capture; empty if there is none.
fs::path latest_capture(const RENDERDOC_API_1_6_0& api) {
    const uint32_t captures = api.GetNumCaptures();
    uint32_t length = 0;
    if (captures == 0 || !api.GetCapture(captures - 1, nullptr, &length, nullptr)) return {};
    std::vector<char> path(length + 1);
    api.GetCapture(captures - 1, path.data(), &length, nullptr);
    return path.data();
}

}  // namespace

std::optional<RenderDoc> RenderDoc::started_from() {
    if (void* library = dlopen(kLibrary, RTLD_NOW | RTLD_NOLOAD)) return RenderDoc(library, false);
    return std::nullopt;
}

RenderDoc RenderDoc::load() {
    if (std::optional<RenderDoc> loaded = started_from()) return *loaded;
    setenv("ENABLE_VULKAN_RENDERDOC_CAPTURE", "1", 1);  // its layer's enable_environment
    if (void* library = dlopen(kLibrary, RTLD_NOW)) return RenderDoc(library, true);
    throw Error(Exit::no_device, "RenderDoc was not found (" + std::string(kLibrary) +
                                     " could not be loaded): install it, or leave --renderdoc out.");
}

RenderDoc::RenderDoc(void* library, bool ours) : ours_(ours) {
    const auto get = reinterpret_cast<pRENDERDOC_GetAPI>(dlsym(library, "RENDERDOC_GetAPI"));
    if (!get || !get(eRENDERDOC_API_Version_1_6_0, reinterpret_cast<void**>(&api_)))
        throw Error(Exit::no_device,
                    "RenderDoc does not offer version 1.6 of its in-application interface: update it.");
    api_->SetCaptureKeys(nullptr, 0);  // the viewer has its own F12
    if (ours_) api_->MaskOverlayBits(eRENDERDOC_Overlay_None, eRENDERDOC_Overlay_None);
}

void RenderDoc::begin() { api_->StartFrameCapture(nullptr, nullptr); }

fs::path RenderDoc::end(const fs::path& name) {
    const uint32_t before = api_->GetNumCaptures();
    std::optional<StagedFolder> staged;
    if (ours_) api_->SetCaptureFilePathTemplate((staged.emplace(name).path() / "frame").c_str());
    const bool captured = api_->EndFrameCapture(nullptr, nullptr) && api_->GetNumCaptures() > before;
    const fs::path made = latest_capture(*api_);
    if (!captured || made.empty())
        throw Error(Exit::failed, "RenderDoc could not capture " + name.filename().string() +
                                      "; its log in the folder RenderDoc of your temporary files says why.");
    if (!ours_) return made;
    const fs::path file = fs::path(name) += ".rdc";
    std::error_code error;
    fs::rename(made, file, error);
    if (error) throw Error(Exit::bad_input, file.string() + ": cannot be written (" + error.message() + ")");
    return file;
}

}  // namespace undine
