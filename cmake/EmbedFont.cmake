# cmake -DFONT=FILE.ttf -DOUT=FILE.cpp -P EmbedFont.cmake: the font's bytes as the definition of src/viewer/font.h.
file(READ ${FONT} bytes HEX)
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE ${OUT} "#include \"viewer/font.h\"

namespace undine {

std::span<const unsigned char> embedded_font() {
    static constexpr unsigned char kBytes[] = {
${bytes}};
    return kBytes;
}

}  // namespace undine
")
