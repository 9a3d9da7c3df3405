package io.twinbus.rehearsal.input;

import org.jspecify.annotations.Nullable;

/** Messages one after the other, in the order to send them. Not thread-safe. */
public interface MessageSource extends AutoCloseable {

  /**
   * The next message; null when there is none left.
   *
   * @throws InputException when the input cannot be read on; the sentence names the line
   */
  @Nullable InputMessage next();

  @Override
  void close();
}
