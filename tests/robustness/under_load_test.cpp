// tests/under_load, on which "the suite passes on a busy machine" rests.
#include <gtest/gtest.h>
#include <signal.h>

#include <iterator>
#include <sstream>
#include <thread>
#include <vector>

#include "robustness/program.h"

namespace undine::testing {
namespace {

class UnderLoad : public ::testing::Test {
  protected:
    // The command, in bash, beside `count` busy processes; it finds their numbers in $BUSY.
    int run(int count, const std::string& command) const {
        const int status = std::system(
            ("cd '" + directory_.path().string() + "' && '" UNDINE_TEST_DATA "/../under_load' " +
             std::to_string(count) +
             " bash -c 'BUSY=$(tr \" \" \"\\n\" </proc/$PPID/task/$PPID/children | grep -vx $$); echo $BUSY >busy; " +
             command + "' >out 2>&1 </dev/null")
                .c_str());
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    }
    std::vector<pid_t> busy() const {
        std::istringstream text(read_file(directory_.path() / "busy"));
        return {std::istream_iterator<pid_t>(text), {}};
    }
    TemporaryDirectory directory_;
};

TEST_F(UnderLoad, BusyProcessesLiveAsLongAsTheCommand) {
    EXPECT_EQ(run(3, "kill -0 $BUSY && exit 7"), 7) << read_file(directory_.path() / "out");
    ASSERT_EQ(busy().size(), 3u);
    for (const pid_t process : busy())
        while (kill(process, 0) == 0) std::this_thread::yield();  // asked to end, it ends in its own time
}

TEST_F(UnderLoad, AResultWithoutItsLoadIsNone) {
    EXPECT_EQ(run(2, "set -- $BUSY; kill $1; while kill -0 $1; do :; done"), 3);
    EXPECT_NE(read_file(directory_.path() / "out").find("a busy process ended"), std::string::npos);
}

}  // namespace
}  // namespace undine::testing
