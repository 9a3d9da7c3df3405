package io.twinbus.ledger;

import java.util.HexFormat;
import java.util.Random;

/** 96 random bits as text: short enough to read, long enough never to meet twice. */
final class RandomText {

  private static final int BYTES = 12;

  private RandomText() {}

  static String of(Random random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
