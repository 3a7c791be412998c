// The module's entry point, which the program finds by name (view_options.h).
#include "viewer/viewer.h"

extern "C" __attribute__((visibility("default"))) void undine_view(const undine::ViewOptions& options) {
    undine::Viewer(options).run();
}
