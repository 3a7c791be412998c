#include "text/text.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <vector>

#include "text/utf8.h"

namespace undine {
namespace {

template <typename T>
std::string to_text(T value) {
    char buffer[64];
    const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
    return {buffer, result.ptr};
}

// Levenshtein distance: the least number of insertions, deletions and replacements that turn a into b.
size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), size_t{0});
    for (size_t i = 1; i <= a.size(); ++i) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            const size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
}

}  // namespace

std::string number_text(float value) { return to_text(value); }
std::string number_text(double value) { return to_text(value); }

std::string vector_text(const glm::vec3& v) {
    return "[" + number_text(v.x) + ", " + number_text(v.y) + ", " + number_text(v.z) + "]";
}

std::string grouped_text(uint64_t number) {
    std::string text = std::to_string(number);
    for (size_t from_end = 3; from_end < text.size(); from_end += 4) text.insert(text.size() - from_end, ",");
    return text;
}

std::vector<std::string> split_words(std::string_view words) {
    std::vector<std::string> result;
    while (!words.empty()) {
        const size_t end = std::min(words.find(','), words.size());
        result.emplace_back(words.substr(0, end));
        words.remove_prefix(std::min(words.size(), words.find_first_not_of(", ", end)));
    }
    return result;
}

std::string list_text(std::span<const std::string> words, std::string_view last_joint) {
    std::string text;
    for (size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += i + 1 == words.size() ? " " + std::string(last_joint) + " " : std::string(", ");
        text += words[i];
    }
    return text;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates) {
    constexpr size_t kLongestWord = 64;  // no key is this long, and the distance takes time |a|·|b|
    if (word.size() > kLongestWord) return {};
    const std::string* best = nullptr;
    size_t best_distance = std::max<size_t>(2, word.size() / 2) + 1;  // anything farther is another word, not a typo
    for (const std::string& candidate : candidates) {
        const size_t distance = edit_distance(word, candidate);
        if (distance < best_distance) {
            best_distance = distance;
            best = &candidate;
        }
    }
    return best ? "; did you mean '" + *best + "'?" : std::string{};
}

std::string printable(std::string_view text, size_t limit) {
    std::string line;
    while (!text.empty()) {
        const Character character = first_character(text);
        if (character.bytes > limit) return line + "...";
        limit -= character.bytes;
        if (character.code == kNoCharacter || is_control(character.code)) line += '?';
        else line += text.substr(0, character.bytes);
        text.remove_prefix(character.bytes);
    }
    return line;
}

std::string path_text(const std::filesystem::path& path) {
    constexpr size_t kLongestPath = 4096;  // PATH_MAX; no longer path can be opened
    return printable(path.string(), kLongestPath);
}

size_t columns(std::string_view text) {
    return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string padded(std::string text, size_t width) {
    text.append(std::max(width, columns(text)) - columns(text), ' ');
    return text;
}

}  // namespace undine
