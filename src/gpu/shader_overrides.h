// Programs that replace embedded ones while a context lives, for live reload. Every pipeline is made from the words
// that current() returns.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace undine {

// Not thread-safe. Copies share the words.
class ShaderOverrides {
  public:
    // Sets the program's words from here on. A name that is not embedded is a programming error and aborts.
    void set(const std::string& name, std::vector<uint32_t> spirv);

    // The words to make a pipeline from: if `spirv` is an embedded program that was replaced, its replacement,
    // otherwise `spirv`. Valid until the next set().
    std::span<const uint32_t> current(std::span<const uint32_t> spirv);

    // The embedded programs that current() has been called for so far.
    const std::set<std::string>& used() const { return used_; }

  private:
    std::map<std::string, std::shared_ptr<const std::vector<uint32_t>>, std::less<>> replaced_;
    std::set<std::string> used_;
};

}  // namespace undine
