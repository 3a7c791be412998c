// Arrays of a backend as vectors.
#pragma once
#include <vector>

#include "solver/backend.h"

namespace undine {

template <class T>
void upload(Backend& backend, Field field, const std::vector<T>& data) {
    backend.upload(field, data.data(), data.size() * sizeof(T));
}

// The first `count` elements; waits for the device. None if the backend has no such array.
template <class T>
std::vector<T> download(Backend& backend, Field field, const Extents& extents, size_t count) {
    std::vector<T> out(std::min<size_t>(count, element_count(field, extents)));
    backend.download(field, out.data(), out.size() * sizeof(T));
    return out;
}

// All of them.
template <class T>
std::vector<T> download(Backend& backend, Field field, const Extents& extents) {
    return download<T>(backend, field, extents, element_count(field, extents));
}

}  // namespace undine
