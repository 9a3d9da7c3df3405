package io.twinbus.local.fuzz;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Spoils a conversation in one to four places; the same seed spoils it in the same way. */
final class Mutation {
  private static final int WAYS = 7;
  private static final int MAX_PLACES = 4;
  private static final byte[] NASTY = {0, 1, 0x40, 0x45, 0x7f, (byte) 0x80, (byte) 0xff};

  private final Random random;

  Mutation(long seed) {
    random = new Random(seed);
  }

  /** One of so many. */
  int choose(int count) {
    return random.nextInt(count);
  }

  byte[] spoil(List<byte[]> conversation) {
    List<byte[]> pieces = new ArrayList<>(conversation);
    int places = 1 + random.nextInt(MAX_PLACES);
    for (int i = 0; i < places && !pieces.isEmpty(); i++) {
      // The first pieces only open the connection; spoilt each time, nothing behind them is met.
      int at = random.nextBoolean() ? random.nextInt(pieces.size()) : lateIn(pieces);
      change(pieces, at);
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    pieces.forEach(piece -> all.write(piece, 0, piece.length));
    return all.toByteArray();
  }

  private int lateIn(List<byte[]> pieces) {
    int half = pieces.size() / 2;
    return half + random.nextInt(pieces.size() - half);
  }

  private void change(List<byte[]> pieces, int at) {
    byte[] piece = pieces.get(at).clone();
    if (piece.length == 0) {
      pieces.remove(at);
      return;
    }
    int place = random.nextInt(piece.length);
    switch (random.nextInt(WAYS)) {
      case 0 -> piece[place] ^= (byte) (1 << random.nextInt(8));
      case 1 -> piece[place] = NASTY[random.nextInt(NASTY.length)];
      case 2 -> piece = Arrays.copyOf(piece, place);
      case 3 -> pieces.add(at, piece.clone());
      case 4 -> {
        pieces.remove(at);
        return;
      }
      case 5 -> {
        Collections.swap(pieces, at, random.nextInt(pieces.size()));
        return;
      }
      default -> {
        // A size or a count somewhere inside: four bytes that claim a lot.
        for (int i = place; i < Math.min(piece.length, place + 4); i++) {
          piece[i] = (byte) random.nextInt(256);
        }
      }
    }
    pieces.set(at, piece);
  }
}
