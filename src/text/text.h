// Text for messages: numbers as a person would type them, and the word somebody meant.
#pragma once
#include <cstdint>
#include <filesystem>
#include <glm/vec3.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace undine {

// The shortest decimal that reads back to the same value, whatever the locale.
std::string number_text(float value);
std::string number_text(double value);
std::string vector_text(const glm::vec3& v);  // [0, -9.81, 0]

// 50,400
std::string grouped_text(uint64_t number);

// "a, b, c", as the preprocessor spells enumerators, in pieces.
std::vector<std::string> split_words(std::string_view words);

// "a, b or c" with the given last joint.
std::string list_text(std::span<const std::string> words, std::string_view last_joint);

// "; did you mean 'kernel'?" for the candidate with the smallest edit distance, or "" if nothing is near.
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates);

// Text from outside, fit for one line of a terminal: each control character (scene/utf8.h) and each byte that is not
// UTF-8 becomes '?'; of a text longer than `limit` bytes the whole characters within them stand before "...".
std::string printable(std::string_view text, size_t limit = 60);

// A path for messages: printable, and whole at any length that a file system takes.
std::string path_text(const std::filesystem::path& path);

// Columns of a terminal, not bytes: every byte of UTF-8 that does not continue a character starts one.
size_t columns(std::string_view text);

// Spaces are added behind the text up to that many columns.
std::string padded(std::string text, size_t width);

}  // namespace undine
