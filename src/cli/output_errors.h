// Outputs that cannot be written: the other ones, and the report, still are.
#pragma once
#include <optional>

#include "undine/error.h"

namespace undine {

class OutputErrors {
  public:
    // Runs what writes, and keeps its Error if it is the first; returns whether it had none. Errors of devices end the
    // command as always.
    template <class Work>
    bool keep(Work&& work) {
        try {
            work();
            return true;
        } catch (const Error& error) {
            if (error.code != Exit::bad_input) throw;
            if (!first_) first_ = error;
            return false;
        }
    }

    bool none() const { return !first_; }

    // To be called when the report has been printed.
    void rethrow() const {
        if (first_) throw *first_;
    }

  private:
    std::optional<Error> first_;
};

}  // namespace undine
