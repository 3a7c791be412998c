#include "ply/records.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

#include "internal_error.h"
#include "text/text.h"

namespace undine::ply {
namespace {

static_assert(std::endian::native == std::endian::little, "little-endian records are read as they lie in memory");

constexpr size_t kLongestList = 65'536;
constexpr size_t kMaxLine = 4096;                    // bytes: 64 for each property that a record may have
constexpr size_t kMaxLineOfLists = size_t{1} << 20;  // 16 for each value of a list

template <typename T>
double load_as(const char* bytes, bool swapped) {
    char ordered[sizeof(T)];
    std::memcpy(ordered, bytes, sizeof(T));
    if (swapped) std::reverse(ordered, ordered + sizeof(T));
    T value;
    std::memcpy(&value, ordered, sizeof(T));
    return static_cast<double>(value);
}

template <typename T>
std::optional<double> parse_as(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);  // from_chars does not accept a plus sign
    T value{};
    const auto result = std::from_chars(word.data(), word.data() + word.size(), value);
    if (result.ec != std::errc{} || result.ptr != word.data() + word.size()) return std::nullopt;
    return static_cast<double>(value);
}

// Each type is parsed directly as itself: a float parsed by way of double would be rounded twice.
std::optional<double> parse(Scalar type, std::string_view word) {
    switch (type) {
        case Scalar::i8: return parse_as<int8_t>(word);
        case Scalar::u8: return parse_as<uint8_t>(word);
        case Scalar::i16: return parse_as<int16_t>(word);
        case Scalar::u16: return parse_as<uint16_t>(word);
        case Scalar::i32: return parse_as<int32_t>(word);
        case Scalar::u32: return parse_as<uint32_t>(word);
        case Scalar::f32: return parse_as<float>(word);
        case Scalar::f64: return parse_as<double>(word);
    }
    UNDINE_UNREACHABLE("a scalar of no type");
}

Record empty_record(const Element& element) {
    return {std::vector<double>(element.properties.size()),
            std::vector<std::vector<double>>(element.properties.size())};
}

// A line of an ascii file as one record.
class Line {
  public:
    Line(std::string_view line, const std::string& path, uint64_t number)
        : words_(words_of(line)), path_(path), number_(number) {}

    void parse_into(Record& record, const Element& element) {
        if (!element.has_lists() && words_.size() != element.properties.size())
            refuse(here(), "a " + printable(element.name) + " has " + std::to_string(element.properties.size()) +
                               " values, but this line has " + std::to_string(words_.size()));
        for (size_t k = 0; k < element.properties.size(); ++k) {
            const Property& p = element.properties[k];
            record.numbers[k] = next(p, p.count.value_or(p.type));
            if (p.count) parse_list(record.lists[k], p, record.numbers[k]);
        }
        if (at_ < words_.size())
            refuse(here(), "this line has " + std::to_string(words_.size()) + " values, but its " +
                               printable(element.name) + " has " + std::to_string(at_));
    }

  private:
    void parse_list(std::vector<double>& list, const Property& p, double length) {
        list.clear();
        if (!(length >= 0 && length <= double(words_.size() - at_)))
            refuse(here(), "list " + printable(p.name) + " declares " + number_text(length) + " values, but " +
                               std::to_string(words_.size() - at_) + " follow in this line");
        for (double i = 0; i < length; ++i) list.push_back(next(p, p.type));
    }

    double next(const Property& p, Scalar type) {
        if (at_ == words_.size()) refuse(here(), "this line ends before property " + printable(p.name));
        const std::optional<double> value = parse(type, words_[at_]);
        if (!value)
            refuse(here(), "property " + printable(p.name) + " must be a number that its type can hold, not '" +
                               printable(words_[at_]) + "'");
        ++at_;
        return *value;
    }

    std::string here() const { return path_ + ":" + std::to_string(number_); }

    std::vector<std::string_view> words_;
    const std::string& path_;
    uint64_t number_;
    size_t at_ = 0;
};

}  // namespace

std::string count_text(const Element& element) {
    const std::string count = std::to_string(element.count);
    if (element.name == "vertex") return count + " vertices";
    if (element.name == "face") return count + " faces";
    return count + " of element " + printable(element.name);
}

Records::Records(std::ifstream& stream, const Header& header, const std::string& path)
    : stream_(stream), header_(header), path_(path), line_(header.lines) {
    if (header.format == Format::ascii) return;
    const std::streamoff begin = stream.tellg();
    const std::streamoff end = stream.seekg(0, std::ios::end).tellg();
    stream.seekg(begin);
    if (begin < 0 || end < begin || !stream) refuse(path, "the length of the file cannot be determined");
    left_ = static_cast<uint64_t>(end - begin);
}

void Records::read(const Element& element, const Take& take) {
    if (element.count == 0) return;
    // Its records would take no bytes: any number of them would be there.
    if (element.properties.empty()) refuse(path_, "element " + printable(element.name) + " has no property");
    header_.format == Format::ascii ? read_ascii(element, take) : read_binary(element, take);
}

void Records::require_end(const Element& last) {
    const std::string after = "after the " + count_text(last) + " that the header declares, ";
    if (left_ > 0) refuse(path_, after + std::to_string(left_) + " bytes are left over");
    std::string line;
    while (header_.format == Format::ascii && read_line(stream_, line, path_, kMaxLine))
        if (!words_of(line).empty()) refuse(path_, after + "lines are left over");
}

void Records::fetch(size_t bytes, const Element& element, uint64_t index) {
    const auto here = [&] { return printable(element.name) + " " + std::to_string(index); };
    if (bytes > left_)
        refuse(path_,
               here() + " needs " + std::to_string(bytes) + " more bytes, but " + std::to_string(left_) + " follow");
    bytes_.resize(std::max(bytes_.size(), bytes));
    if (!stream_.read(bytes_.data(), static_cast<std::streamsize>(bytes))) refuse(path_, "reading failed at " + here());
    left_ -= bytes;
}

double Records::load(Scalar type, size_t offset) const {
    const char* const bytes = bytes_.data() + offset;
    const bool swapped = header_.format == Format::big_endian;
    switch (type) {
        case Scalar::i8: return load_as<int8_t>(bytes, swapped);
        case Scalar::u8: return load_as<uint8_t>(bytes, swapped);
        case Scalar::i16: return load_as<int16_t>(bytes, swapped);
        case Scalar::u16: return load_as<uint16_t>(bytes, swapped);
        case Scalar::i32: return load_as<int32_t>(bytes, swapped);
        case Scalar::u32: return load_as<uint32_t>(bytes, swapped);
        case Scalar::f32: return load_as<float>(bytes, swapped);
        case Scalar::f64: return load_as<double>(bytes, swapped);
    }
    UNDINE_UNREACHABLE("a scalar of no type");
}

void Records::require_bytes(const Element& element) {
    const uint64_t least = element.least_bytes();
    if (element.count <= left_ / least) return;
    const bool countable = element.count <= UINT64_MAX / least;
    refuse(path_, "the header declares " + count_text(element) + ", which need " +
                      (!countable            ? "more than " + std::to_string(UINT64_MAX)
                       : element.has_lists() ? "at least " + std::to_string(element.count * least)
                                             : std::to_string(element.count * least)) +
                      " bytes, but " + std::to_string(left_) + " follow");
}

void Records::fetch_list(std::vector<double>& list, const Property& p, const Element& element, uint64_t index,
                         double length) {
    if (!(length >= 0 && length <= double(kLongestList)))
        refuse(path_, printable(element.name) + " " + std::to_string(index) + " has a list " + printable(p.name) +
                          " of " + number_text(length) + " values; at most " + std::to_string(kLongestList) +
                          " are allowed");
    list.resize(static_cast<size_t>(length));
    fetch(list.size() * byte_size(p.type), element, index);
    for (size_t n = 0; n < list.size(); ++n) list[n] = load(p.type, n * byte_size(p.type));
}

void Records::read_binary(const Element& element, const Take& take) {
    require_bytes(element);
    const size_t least = element.least_bytes();
    const bool at_once = !element.has_lists();
    Record record = empty_record(element);
    for (uint64_t i = 0; i < element.count; ++i) {
        if (at_once) fetch(least, element, i);
        size_t offset = 0;
        for (size_t k = 0; k < element.properties.size(); ++k) {
            const Property& p = element.properties[k];
            const Scalar type = p.count.value_or(p.type);
            if (!at_once) fetch(byte_size(type), element, i), offset = 0;
            record.numbers[k] = load(type, offset);
            offset += byte_size(type);
            if (p.count) fetch_list(record.lists[k], p, element, i, record.numbers[k]);
        }
        take(record);
    }
}

void Records::read_ascii(const Element& element, const Take& take) {
    std::string line;
    const size_t most = element.has_lists() ? kMaxLineOfLists : kMaxLine;
    Record record = empty_record(element);
    for (uint64_t i = 0; i < element.count; ++i) {
        if (!read_line(stream_, line, path_, most))
            refuse(path_,
                   "the header declares " + count_text(element) + ", but the file ends after " + std::to_string(i));
        Line(line, path_, ++line_).parse_into(record, element);
        take(record);
    }
}

}  // namespace undine::ply
