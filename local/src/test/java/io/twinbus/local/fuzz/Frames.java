package io.twinbus.local.fuzz;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Cuts what an AMQP client said into protocol headers and frames. */
final class Frames {
  private static final int HEADER_BYTES = 8;

  private Frames() {}

  static List<byte[]> of(byte[] recording) {
    List<byte[]> frames = new ArrayList<>();
    int at = 0;
    while (at + HEADER_BYTES <= recording.length) {
      boolean header = recording[at] == 'A' && recording[at + 1] == 'M';
      int length = header ? HEADER_BYTES : ByteBuffer.wrap(recording, at, 4).getInt();
      if (length < HEADER_BYTES || at + length > recording.length) {
        break;
      }
      frames.add(Arrays.copyOfRange(recording, at, at + length));
      at += length;
    }
    return frames;
  }
}
