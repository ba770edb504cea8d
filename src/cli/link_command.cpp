// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>

#include "against/stand_ins.h"
#include "cli/commands.h"

namespace cutaway {

Action declare_link(CLI::App& app, const Command& command) {
  auto recording = std::make_shared<std::string>();
  app.prefix_command();
  app.footer("The command that links the test follows --");
  app.add_option("--recording", *recording, "data file of the replay test")->required();
  return [recording, &app, &command]() -> Result<int> {
    std::vector<std::string> words = command.empty() ? app.remaining() : command;
    if (words.empty())
      return Error{ErrorCode::Usage, "", "expected a link command",
                   "cutaway link --recording test.cut -- c++ -o test test.o inside.o"};
    return link_with_stand_ins(*recording, words);
  };
}

}  // namespace cutaway
