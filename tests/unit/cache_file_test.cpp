#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <set>
#include <string>

#include "platform/cache_file.h"

namespace undine {
namespace {

namespace fs = std::filesystem;

class CacheFile : public ::testing::Test {
  protected:
    void SetUp() override {
        const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
        directory_ = fs::path(::testing::TempDir()) / ("undine-cache-" + std::string(test->name()));
        fs::remove_all(directory_);
        for (int b = 0; b < 1000; ++b) blob_.push_back(static_cast<std::byte>(b));
        ASSERT_TRUE(write_cache_file(file(), key_, blob_));
    }
    void TearDown() override { fs::remove_all(directory_); }

    fs::path file() const { return directory_ / "sub" / "cache.bin"; }

    fs::path directory_;
    const std::string key_ = "a key of 24 characters  ";
    std::vector<std::byte> blob_;
};

TEST_F(CacheFile, ReadsWhatItWroteAndLeavesNoTemporary) {
    EXPECT_EQ(read_cache_file(file(), key_), blob_);
    EXPECT_EQ(std::distance(fs::directory_iterator(file().parent_path()), fs::directory_iterator()), 1);
}

TEST_F(CacheFile, RejectsAnotherKey) {
    EXPECT_TRUE(read_cache_file(file(), "a key of 24 characters !").empty());
    EXPECT_TRUE(read_cache_file(file(), key_ + " and more").empty());
    EXPECT_TRUE(read_cache_file(file(), "").empty());
}

TEST_F(CacheFile, RejectsEveryDamagedByte) {
    for (std::streamoff at : {0, 9, 25, 41, 49, 56, 500, 1055}) {
        ASSERT_TRUE(write_cache_file(file(), key_, blob_));
        std::fstream damaged(file(), std::ios::in | std::ios::out | std::ios::binary);
        damaged.seekg(at);
        const char flipped = static_cast<char>(damaged.get() ^ 1);
        damaged.seekp(at);
        damaged.put(flipped);
        damaged.close();
        EXPECT_TRUE(read_cache_file(file(), key_).empty()) << "byte " << at;
    }
}

TEST_F(CacheFile, RejectsTruncatedExtendedAndAbsentFiles) {
    fs::resize_file(file(), fs::file_size(file()) - 1);
    EXPECT_TRUE(read_cache_file(file(), key_).empty());
    fs::resize_file(file(), 10);
    EXPECT_TRUE(read_cache_file(file(), key_).empty());
    ASSERT_TRUE(write_cache_file(file(), key_, blob_));
    std::ofstream(file(), std::ios::app | std::ios::binary) << 'x';
    EXPECT_TRUE(read_cache_file(file(), key_).empty());
    EXPECT_TRUE(read_cache_file(directory_ / "none", key_).empty());
}

TEST_F(CacheFile, KeepsTheLatest) {
    const auto now = fs::file_time_type::clock::now();
    for (int k = 0; k < 5; ++k) {
        const fs::path one = file().parent_path() / ("kept-" + std::to_string(k));
        ASSERT_TRUE(write_cache_file(one, key_, blob_));
        fs::last_write_time(one, now - std::chrono::hours(k));
    }
    keep_latest_cache_files(file().parent_path(), "kept-", 2);
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(file().parent_path())) names.insert(entry.path().filename());
    EXPECT_EQ(names, (std::set<std::string>{"cache.bin", "kept-0", "kept-1"}));
    keep_latest_cache_files(directory_ / "none", "kept-", 2);
}

TEST_F(CacheFile, ReportsAPlaceThatCannotBeWritten) {
    EXPECT_FALSE(write_cache_file(file() / "below-a-file" / "cache.bin", key_, blob_));
}

}  // namespace
}  // namespace undine
