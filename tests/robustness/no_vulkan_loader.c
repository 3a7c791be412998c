/* Preloaded into undine by the tests: a machine on which the Vulkan loader is not installed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

void* dlopen(const char* file, int mode) {
    static void* (*real)(const char*, int);
    if (!real) *(void**)&real = dlsym(RTLD_NEXT, "dlopen");
    return file && strstr(file, "libvulkan") ? NULL : real(file, mode);
}
