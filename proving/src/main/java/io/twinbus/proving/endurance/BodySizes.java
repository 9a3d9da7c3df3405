package io.twinbus.proving.endurance;

import io.twinbus.rehearsal.input.InputMessage;
import io.twinbus.rehearsal.input.Padding;
import java.util.Random;

/**
 * How large bodies are: each order of magnitude between the bounds is as likely as any other.
 *
 * <p>Immutable and thread-safe.
 *
 * @param least the fewest bytes; what a body says is never cut
 * @param most the most bytes; 0: bodies are left as they are
 */
record BodySizes(int least, int most) {

  static final BodySizes AS_THEY_ARE = new BodySizes(0, 0);

  /** {@code message} with a body of a size that {@code random} chooses. */
  InputMessage sized(InputMessage message, Random random) {
    if (most == 0) {
      return message;
    }
    double size = least * Math.pow((double) most / least, random.nextDouble());
    int more = Math.max(0, (int) size - message.body().length());
    return new InputMessage(
        message.session(), message.id(), Padding.padded(message.body(), more), message.line());
  }
}
