// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "gif_lib.h"

typedef struct {
  unsigned char bytes[4096];
  int size, at;
} Picture;

static int put(GifFileType *gif, const GifByteType *bytes, int count) {
  Picture *picture = gif->UserData;
  memcpy(picture->bytes + picture->size, bytes, count);
  picture->size += count;
  return count;
}

static int get(GifFileType *gif, GifByteType *bytes, int count) {
  Picture *picture = gif->UserData;
  if (count > picture->size - picture->at) count = picture->size - picture->at;
  memcpy(bytes, picture->bytes + picture->at, count);
  picture->at += count;
  return count;
}

static void draw(Picture *picture, int colour) {
  int error;
  GifFileType *gif = EGifOpen(picture, put, &error);
  ColorMapObject *map = GifMakeMapObject(4, NULL);
  GifPixelType line[8];
  memset(line, colour % 4, sizeof line);
  EGifPutScreenDesc(gif, 8, 2, 2, 0, map);
  EGifPutImageDesc(gif, 0, 0, 8, 2, 0, NULL);
  EGifPutLine(gif, line, 8);
  EGifPutLine(gif, line, 8);
  EGifCloseFile(gif, &error);
  GifFreeMapObject(map);
}

static void read_again(Picture *picture, int extension_size) {
  int error;
  GraphicsControlBlock control = {DISPOSE_DO_NOT, 0, 10, NO_TRANSPARENT_COLOR};
  unsigned char extension[4] = {0};
  GifFileType *gif = DGifOpen(picture, get, &error);
  if (DGifSlurp(gif) != GIF_OK) exit(2);
  SavedImage *image = &gif->SavedImages[0];
  GifAddExtensionBlock(&image->ExtensionBlockCount, &image->ExtensionBlocks, GRAPHICS_EXT_FUNC_CODE, extension_size, extension);
  EGifGCBToSavedExtension(&control, gif, 0);
  DGifCloseFile(gif, &error);
}

int main(void) {
  for (int i = 0; i < 12; i++) {
    Picture picture = {{0}, 0, 0};
    draw(&picture, i);
    read_again(&picture, i == 11 ? 2 : 4);
  }
  puts("done");
  return 0;
}
