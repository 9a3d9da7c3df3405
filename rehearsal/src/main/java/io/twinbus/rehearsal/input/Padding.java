package io.twinbus.rehearsal.input;

import io.twinbus.protocol.Body;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Makes bodies longer than what they say, so that a run has bodies of many sizes and keeps little
 * of them: behind the line that a body is, there is a line with the number of the bytes that
 * follow, and these. A body of the input is one line, and so has no padding of its own.
 */
public final class Padding {

  private static final byte LINE_END = '\n';
  private static final byte FILLER = '.';

  private Padding() {}

  /** {@code body} with {@code bytes} of padding. */
  public static String padded(String body, int bytes) {
    return body + "\n" + bytes + "\n" + ".".repeat(bytes);
  }

  /** {@code body} without its padding; as it is where it has none, or another than was sent. */
  public static Body without(Body body) {
    byte[] all = body.shared();
    int first = indexOf(all, 0);
    int second = first < 0 ? -1 : indexOf(all, first + 1);
    if (second < 0 || !isWhole(all, first, second)) {
      return body;
    }
    return Body.wrap(Arrays.copyOf(all, first));
  }

  private static boolean isWhole(byte[] all, int first, int second) {
    String count = new String(all, first + 1, second - first - 1, StandardCharsets.US_ASCII);
    if (!count.equals(Integer.toString(all.length - second - 1))) {
      return false;
    }
    for (int i = second + 1; i < all.length; i++) {
      if (all[i] != FILLER) {
        return false;
      }
    }
    return true;
  }

  private static int indexOf(byte[] all, int from) {
    for (int i = from; i < all.length; i++) {
      if (all[i] == LINE_END) {
        return i;
      }
    }
    return -1;
  }
}
