// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns a stream into lines that people read, or into JSON lines. Streams: one segment at a time.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "recording/describe.h"
#include "recording/json.h"
#include "recording/recording_reader.h"

namespace cutaway {

struct ListedLeaf {
  std::string name;
  std::string type;
  std::string value;
  uint64_t pointer = 0;  // what to look for among the patches; 0: no pointer
  std::string preview;   // text that it points to, as patched by the outside
};

struct ListedPatch {
  uint64_t address = 0;  // encoded
  size_t size = 0;
  std::vector<uint8_t> bytes;  // the first ones
  std::string target;          // of a patched image address
};

// A crossing, or another event worth a line, with the patches of the segment it starts.
struct ListedCrossing {
  std::string kind;
  uint64_t event = 0;
  uint64_t incall = 0;  // number of the last incall before or at this event
  uint32_t thread = 0;
  size_t depth = 0;  // crossings that are open around it
  std::string name;  // demangled
  std::string linkage_name;
  std::string place;
  std::vector<ListedLeaf> leaves;
  std::string note;  // type thrown, where it landed ...
  std::vector<ListedPatch> patches;
  size_t patch_count = 0;
  size_t patched_bytes = 0;
};

// Turns events into crossings.
class Listing {
 public:
  using Sink = std::function<void(const ListedCrossing&)>;
  // `reader` must outlive the listing.
  Listing(const RecordingReader& reader, Sink sink);

  // Takes the event that `reader` has just returned.
  void take(const Event& event);
  // Hands over the last crossing.
  void finish();

 private:
  struct Visitor;
  ListedCrossing& start(const char* kind, size_t depth);
  void add_leaves(const std::vector<Leaf>& leaves, const Values& values, size_t first_slot);
  void add_patch(EncodedAddress address, std::span<const uint8_t> bytes, std::string target);
  void add_previews(ListedCrossing* crossing) const;

  const RecordingReader& reader_;
  Describer describer_;
  Sink sink_;
  std::optional<ListedCrossing> pending_;
};

// `shows_patches`: one line for each patch; otherwise only their number.
std::string to_lines(const ListedCrossing& crossing, const Describer& describer,
                     bool shows_patches);
Json to_json(const ListedCrossing& crossing, const Describer& describer);

}  // namespace cutaway
