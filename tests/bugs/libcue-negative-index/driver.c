// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include "libcue.h"

static const char *album =
    "PERFORMER \"The Band\"\n"
    "TITLE \"Songs\"\n"
    "FILE \"songs.wav\" WAVE\n"
    "  TRACK 01 AUDIO\n"
    "    TITLE \"First\"\n"
    "    INDEX 01 00:00:00\n"
    "  TRACK 02 AUDIO\n"
    "    TITLE \"Second\"\n"
    "    INDEX 00 03:58:12\n"
    "    INDEX 01 04:00:00\n";

static const char *strange =
    "FILE \"x.wav\" WAVE\n"
    "  TRACK 01 AUDIO\n"
    "    INDEX 3000000000 00:01:00\n";

int main(void) {
  for (int i = 0; i < 40; i++) {
    Cd *cd = cue_parse_string(album);
    Track *track = cd_get_track(cd, 2);
    if (track_get_start(track) == 0 || cd_get_ntrack(cd) != 2) return 2;
    cdtext_get(PTI_TITLE, track_get_cdtext(track));
    cd_delete(cd);
  }
  Cd *cd = cue_parse_string(strange);
  if (cd) cd_delete(cd);
  puts("done");
  return 0;
}
