package io.twinbus.rehearsal.fault;

import java.time.Duration;

/** When a fault strikes. Immutable and thread-safe. */
public sealed interface When {

  /**
   * As soon as so much of the input has been sent.
   *
   * @param percent of the input, 0 to 100
   */
  record Share(int percent) implements When {
    @Override
    public String toString() {
      return Integer.toString(percent);
    }
  }

  /**
   * So long after the first message.
   *
   * @param at whole seconds are shown
   */
  record Time(Duration at) implements When {
    @Override
    public String toString() {
      return "%d:%02d".formatted(at.toMinutes(), at.toSecondsPart());
    }
  }
}
