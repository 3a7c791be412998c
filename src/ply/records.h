// The records of a PLY file, one by one, so that a file whose header declares too many costs no more memory than its
// real size warrants.
#pragma once
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "ply/header.h"

namespace undine::ply {

// What one record holds of each property, in the order of the header. A double holds every scalar of PLY exactly.
struct Record {
    std::vector<double> numbers;             // of a list: its length
    std::vector<std::vector<double>> lists;  // empty where the property is none
};

using Take = std::function<void(const Record&)>;

class Records {
  public:
    // After read_header(). All must outlive this object.
    Records(std::ifstream& stream, const Header& header, const std::string& path);

    // All records of an element, of which each in the header must be read in its turn. Throws Error (bad_input),
    // "PATH: ..." or "PATH:LINE: ...": if the file ends before as many as declared, which in a binary file is known
    // before the first; for an element without properties, a value that its type cannot hold, a wrong number of values
    // in a line, or a list that is longer than 65,536.
    void read(const Element& element, const Take& take);

    // Throws Error (bad_input) if anything follows the last element, which is this one.
    void require_end(const Element& last);

  private:
    void read_binary(const Element& element, const Take& take);
    void read_ascii(const Element& element, const Take& take);
    void require_bytes(const Element& element);
    void fetch(size_t bytes, const Element& element, uint64_t index);
    void fetch_list(std::vector<double>& list, const Property& p, const Element& element, uint64_t index,
                    double length);
    double load(Scalar type, size_t offset) const;

    std::ifstream& stream_;
    const Header& header_;
    const std::string& path_;
    uint64_t line_;            // number of the last line read
    uint64_t left_ = 0;        // bytes of a binary file that follow
    std::vector<char> bytes_;  // what fetch() has read
};

// "4 vertices", "1 faces", or "7 of element edge".
std::string count_text(const Element& element);

}  // namespace undine::ply
