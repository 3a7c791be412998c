// The readers of files from outside, each as one function of a file: libFuzzer makes the files (tools/test --fuzz), and
// the ordinary tests read those of corpus/ again.
#pragma once
#include <functional>
#include <span>
#include <string>

namespace undine::testing {

struct FuzzTarget {
    std::string name;  // as its folder in corpus/
    // Reads the file and uses what it read as the program does. Returns what is wrong with it; "" where nothing is.
    std::function<std::string(const std::string& path)> read;
    std::string extension = "";  // of the made-up file's name, where the reader looks at it
};

std::span<const FuzzTarget> fuzz_targets();

enum class Reading { accepted, refused, wrong };
struct ReadingOf {
    Reading reading;
    std::string text;  // the sentence of what was refused, or what is wrong
};

// A reader either accepts a file or refuses it with one printable sentence that begins with the file's name.
ReadingOf read_with(const FuzzTarget& target, const std::string& path);

}  // namespace undine::testing
