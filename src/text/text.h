// Text for messages: numbers as a person would type them, and suggestions for mistyped words.
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

// Splits "a, b, c", the form in which the preprocessor stringises a list of enumerators.
std::vector<std::string> split_words(std::string_view words);

// "a, b or c"; last_joint is the "or".
std::string list_text(std::span<const std::string> words, std::string_view last_joint);

// "; did you mean 'kernel'?" for the candidate with the smallest edit distance, or "" if nothing is near.
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates);

// Makes text from outside safe for one line of a terminal: each control character (text/utf8.h) and each byte that is
// not UTF-8 becomes '?'. A text of more than `limit` bytes is cut after the last whole character within, plus "...".
std::string printable(std::string_view text, size_t limit = 60);

// A path for messages: printable, and never cut at a length that the file system allows.
std::string path_text(const std::filesystem::path& path);

// The width in terminal columns, taken as the number of UTF-8 characters (bytes that do not continue one).
size_t columns(std::string_view text);

// Pads the text on the right with spaces to that many columns.
std::string padded(std::string text, size_t width);

}  // namespace undine
