// Programs that took the place of embedded ones while a context lives: live reload. Every pipeline is made from what
// current() says.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace undine {

// Not for two threads at once. Copies share the words.
class ShaderOverrides {
  public:
    // The program's words from here on. A name that is not embedded is a programming error and aborts.
    void set(const std::string& name, std::vector<uint32_t> spirv);

    // The words to make a pipeline from: those set for the embedded program that `spirv` is, otherwise `spirv`. Valid
    // until the next set().
    std::span<const uint32_t> current(std::span<const uint32_t> spirv);

    // Embedded programs that current() was asked for so far.
    const std::set<std::string>& used() const { return used_; }

  private:
    std::map<std::string, std::shared_ptr<const std::vector<uint32_t>>, std::less<>> replaced_;
    std::set<std::string> used_;
};

}  // namespace undine
