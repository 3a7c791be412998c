// Output that is whole or not there, whoever else writes it and whoever was killed before.
#include "platform/staged_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>
#include <vector>

#include "unit/input_testing.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;

size_t staged_in(const fs::path& folder) {
    size_t count = 0;
    for (const auto& entry : fs::directory_iterator(folder)) count += entry.path().extension() == ".part";
    return count;
}

// What a child process leaves that is killed amid its work.
template <typename Work>
void killed(Work work) {
    const pid_t child = fork();
    if (child == 0) {
        work();
        raise(SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
}

TEST(StagedFile, TakesItsPlaceAtOnce) {
    const TemporaryDirectory directory;
    const fs::path path = directory.path() / "a";
    {
        StagedFile file(path);
        file.write("half");
        EXPECT_FALSE(fs::exists(path));
    }
    EXPECT_EQ(directory.entries(), 0u) << "not committed: nothing is left";
    write_file(path, "before");
    StagedFile file(path);
    file.write("whole");
    EXPECT_EQ(read_file(path), "before");
    file.commit();
    EXPECT_EQ(read_file(path), "whole");
    EXPECT_EQ(directory.entries(), 1u);
}

TEST(StagedFile, ManyWritersOfOneDestinationAllSucceed) {
    const TemporaryDirectory directory;
    const fs::path path = directory.path() / "shared";
    std::vector<std::thread> writers;
    for (int k = 0; k < 20; ++k)
        writers.emplace_back([&, k] {
            for (int round = 0; round < 20; ++round) write_file(path, std::string(10'000, char('a' + k)));
        });
    for (auto& writer : writers) writer.join();
    const std::string last = read_file(path);
    EXPECT_EQ(last, std::string(10'000, last[0])) << "one writer's, whole";
    EXPECT_EQ(directory.entries(), 1u);
}

TEST(StagedFile, TheNextStartRemovesWhatWasKilled) {
    const TemporaryDirectory directory;
    const fs::path folder = directory.path() / "places";
    fs::create_directory(folder);
    killed([&] {
        (new StagedFile(folder / "a"))->write("half");
        new StagedFolder(folder / "b");
    });
    ASSERT_EQ(staged_in(folder), 2u);
    const int ends = fork();  // another program's start
    if (ends == 0) {
        write_file(folder / "c", "x");
        _exit(0);
    }
    waitpid(ends, nullptr, 0);
    EXPECT_EQ(staged_in(folder), 0u);
    EXPECT_TRUE(fs::exists(folder / "c"));
}

TEST(StagedFile, WhatIsBeingWrittenIsNoLeftover) {
    const TemporaryDirectory directory;
    StagedFile file(directory.path() / "a");
    StagedFolder folder(directory.path() / "b");
    const pid_t other = fork();
    if (other == 0) {
        execl("/bin/sh", "sh", "-c",
              ("cd '" + directory.path().string() + "' && '" UNDINE_PROGRAM "' devices --json devices.json >/dev/null")
                  .c_str(),
              nullptr);
        _exit(1);
    }
    int status = 0;
    waitpid(other, &status, 0);
    EXPECT_EQ(status, 0);
    EXPECT_TRUE(fs::exists(directory.path() / "devices.json"));
    file.write("whole");
    file.commit();
    folder.commit();
    EXPECT_EQ(read_file(directory.path() / "a"), "whole");
}

TEST(StagedFile, FollowsLinksAndReplacesWhereTheyLead) {
    const TemporaryDirectory directory;
    const fs::path folder = directory.path();
    fs::create_directory(folder / "places");
    write_file(folder / "places/file", "before");
    fs::create_symlink("file", folder / "places/near");
    fs::create_symlink("places/near", folder / "link");       // of a link, and relative to its own folder
    fs::create_symlink("places/new", folder / "to nowhere");  // where nothing is yet
    require_writable(folder / "link");
    write_file(folder / "link", "after");
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_TRUE(fs::is_symlink(folder / "places/near"));
    EXPECT_EQ(read_file(folder / "places/file"), "after");
    require_writable(folder / "to nowhere");
    write_file(folder / "to nowhere", "made");
    EXPECT_TRUE(fs::is_symlink(folder / "to nowhere"));
    EXPECT_EQ(read_file(folder / "places/new"), "made");
    EXPECT_EQ(staged_in(folder) + staged_in(folder / "places"), 0u);

    fs::create_symlink("nowhere/at/all", folder / "astray");
    EXPECT_NE(sentence_of([&] { require_writable(folder / "astray"); }).find("does not exist; create it first"),
              std::string::npos);
    fs::create_symlink("around", folder / "around");
    EXPECT_NE(sentence_of([&] { write_file(folder / "around", "x"); }).find("cannot be written"), std::string::npos);
}

TEST(StagedFile, KeepsTheModeOfWhatItReplaces) {
    const TemporaryDirectory directory;
    const fs::path file = directory.path() / "secret", folder = directory.path() / "own";
    write_file(file, "before");
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
    write_file(file, "after");
    EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    fs::create_directory(folder);
    fs::permissions(folder, fs::perms::owner_all);
    StagedFolder(folder).commit();
    EXPECT_EQ(fs::status(folder).permissions(), fs::perms::owner_all);
    if (geteuid() != 0) return;  // only root gives files away
    ASSERT_EQ(chown(file.c_str(), 12, 34), 0);
    write_file(file, "again");
    struct stat there;
    ASSERT_EQ(stat(file.c_str(), &there), 0);
    EXPECT_EQ(there.st_uid, 12u);
    EXPECT_EQ(there.st_gid, 34u);
}

TEST(StagedFile, WritesDevicesPipesAndOpenFilesInPlace) {
    const TemporaryDirectory directory;
    require_writable("/dev/null");
    write_file("/dev/null", "x");
    EXPECT_TRUE(fs::is_character_file("/dev/null"));

    const fs::path pipe = directory.path() / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    std::string got;
    std::thread reader([&] { got = read_file(pipe); });
    require_writable(pipe);
    write_file(pipe, std::string(300'000, 'p'));
    reader.join();
    EXPECT_EQ(got, std::string(300'000, 'p'));
    EXPECT_TRUE(fs::is_fifo(pipe));

    // At the place where the file is: its end, for two reports one after the other.
    const fs::path open_file = directory.path() / "open";
    const int file = open(open_file.c_str(), O_CREAT | O_WRONLY, 0600);
    ASSERT_GE(file, 0);
    for (const char* folder : {"/proc/self/fd/", "/dev/fd/"}) {
        const std::string name = folder + std::to_string(file);
        require_writable(name);
        write_file(name, "one of two\n");
    }
    EXPECT_EQ(read_file(open_file), "one of two\none of two\n");
    close(file);
    EXPECT_NE(sentence_of([&] { require_writable("/dev/fd/" + std::to_string(file)); }).find("cannot be written"),
              std::string::npos);
    EXPECT_EQ(directory.entries(), 2u);
}

TEST(StagedFile, RefusesWhatIsNoFile) {
    const TemporaryDirectory directory;
    EXPECT_NE(sentence_of([] { require_writable("-"); }).find("expected ./-"), std::string::npos);
    EXPECT_NE(sentence_of([&] { write_file(directory.path(), "x"); }).find("is a directory"), std::string::npos);
    EXPECT_NE(sentence_of([&] { write_file(directory.path() / "no/where", "x"); }).find("No such file"),
              std::string::npos);
    EXPECT_EQ(directory.entries(), 0u);
}

TEST(StagedFolder, ReplacesAFolderThatIsNotEmpty) {
    const TemporaryDirectory directory;
    const fs::path path = directory.path() / "r";
    for (const char* text : {"first", "second"}) {
        StagedFolder folder(path);
        write_file(folder.path() / text, text);
        folder.commit();
    }
    EXPECT_FALSE(fs::exists(path / "first"));
    EXPECT_EQ(read_file(path / "second"), "second");
    EXPECT_EQ(directory.entries(), 1u);
}

TEST(StagedFolder, ManyWritersOfOneDestinationAllSucceed) {
    const TemporaryDirectory directory;
    const fs::path path = directory.path() / "r";
    std::vector<std::thread> writers;
    for (int k = 0; k < 8; ++k)
        writers.emplace_back([&, k] {
            for (int round = 0; round < 20; ++round) {
                StagedFolder folder(path);
                for (const char* name : {"a", "b"}) write_file(folder.path() / name, std::to_string(k));
                folder.commit();
            }
        });
    for (auto& writer : writers) writer.join();
    EXPECT_EQ(read_file(path / "a"), read_file(path / "b")) << "one writer's, whole";
    EXPECT_EQ(directory.entries(), 1u);
}

// Each program's start looks for leftovers, and the others' folders are at every stage of being made: between its
// mkdir and its lock a folder looks like one. Without the second try some of these fail with "No such file".
TEST(StagedFolder, StartingProgramsTakeNothingForALeftover) {
    const TemporaryDirectory directory;
    const fs::path path = directory.path() / "r";
    for (int round = 0; round < 50; ++round) {
        std::vector<pid_t> programs;
        for (int k = 0; k < 8; ++k) {
            programs.push_back(fork());
            if (programs.back() != 0) continue;
            try {
                StagedFolder folder(path);
                write_file(folder.path() / "a", "a");
                folder.commit();
            } catch (const Error& error) {
                std::fprintf(stderr, "%s\n", error.what());
                _exit(1);
            }
            _exit(0);
        }
        for (const pid_t program : programs) {
            int status = 0;
            ASSERT_EQ(waitpid(program, &status, 0), program);
            EXPECT_EQ(status, 0);
        }
    }
    EXPECT_EQ(directory.entries(), 1u);
}

}  // namespace
}  // namespace undine::testing
