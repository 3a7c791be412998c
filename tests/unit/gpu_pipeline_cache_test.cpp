#include <gtest/gtest.h>

#include <fstream>

#include "gpu/pipeline_cache.h"

namespace undine {
namespace {

namespace fs = std::filesystem;

class PipelineCacheFile : public ::testing::Test {
  protected:
    void SetUp() override {
        const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
        directory_ = fs::path(::testing::TempDir()) / ("undine-cache-" + std::string(test->name()));
        fs::remove_all(directory_);
        key_.device_uuid.fill(7);
        key_.driver_version = 42;
        for (int b = 0; b < 1000; ++b) blob_.push_back(static_cast<std::byte>(b));
        ASSERT_TRUE(write_cache_file(file(), key_, blob_));
    }
    void TearDown() override { fs::remove_all(directory_); }

    fs::path file() const { return directory_ / "sub" / "cache.bin"; }

    fs::path directory_;
    CacheKey key_;
    std::vector<std::byte> blob_;
};

TEST_F(PipelineCacheFile, ReadsWhatItWroteAndLeavesNoTemporary) {
    EXPECT_EQ(read_cache_file(file(), key_), blob_);
    EXPECT_EQ(std::distance(fs::directory_iterator(file().parent_path()), fs::directory_iterator()), 1);
}

TEST_F(PipelineCacheFile, RejectsAnotherDeviceOrDriver) {
    CacheKey other = key_;
    other.driver_version++;
    EXPECT_TRUE(read_cache_file(file(), other).empty());
    other = key_;
    other.device_uuid[15]++;
    EXPECT_TRUE(read_cache_file(file(), other).empty());
}

TEST_F(PipelineCacheFile, RejectsEveryDamagedByte) {
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

TEST_F(PipelineCacheFile, RejectsTruncatedExtendedAndAbsentFiles) {
    fs::resize_file(file(), fs::file_size(file()) - 1);
    EXPECT_TRUE(read_cache_file(file(), key_).empty());
    fs::resize_file(file(), 10);
    EXPECT_TRUE(read_cache_file(file(), key_).empty());
    ASSERT_TRUE(write_cache_file(file(), key_, blob_));
    std::ofstream(file(), std::ios::app | std::ios::binary) << 'x';
    EXPECT_TRUE(read_cache_file(file(), key_).empty());
    EXPECT_TRUE(read_cache_file(directory_ / "none", key_).empty());
}

TEST_F(PipelineCacheFile, ReportsAPlaceThatCannotBeWritten) {
    EXPECT_FALSE(write_cache_file(file() / "below-a-file" / "cache.bin", key_, blob_));
}

}  // namespace
}  // namespace undine
