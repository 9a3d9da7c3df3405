package io.twinbus.rehearsal.verify;

import io.twinbus.rehearsal.input.InputException;
import io.twinbus.rehearsal.input.InputMessage;
import io.twinbus.rehearsal.input.MessageSource;
import io.twinbus.rehearsal.input.TextLines;
import io.twinbus.testkit.history.HistoryChecker;

/** Hands files to a history checker, line by line; what a line held is not kept. */
public final class HistoryFiles {

  private HistoryFiles() {}

  /**
   * Takes every message of {@code input} as sent and acknowledged; answers how many there are.
   *
   * @throws InputException when a line is no message, or repeats an id of its session
   */
  public static long sent(MessageSource input, HistoryChecker checker) {
    long count = 0;
    for (InputMessage next = input.next(); next != null; next = input.next()) {
      if (!checker.sent(next.session().value(), next.id().value(), true)) {
        throw new InputException(
            "Line %d: session '%s' had a message '%s' before."
                .formatted(next.line(), next.session(), next.id()));
      }
      count++;
    }
    return count;
  }

  /**
   * Takes every line of {@code effects} as an effect; answers how many there are.
   *
   * @throws InputException when a line is none
   */
  public static long effects(TextLines effects, HistoryChecker checker) {
    AppliedLines lines = new AppliedLines();
    long count = 0;
    for (String text = effects.next(); text != null; text = effects.next()) {
      checker.effect(lines.parse(text, effects.line()));
      count++;
    }
    return count;
  }
}
