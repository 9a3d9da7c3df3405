package io.twinbus.ledger.rules;

import io.twinbus.ledger.Act;
import io.twinbus.ledger.WriteMark;

/**
 * Who wants something changed, and why.
 *
 * <p>Immutable and thread-safe.
 *
 * @param by the operator's name, 1 to {@value #MAX_NAME} characters
 * @param reason why, 1 to {@value #MAX_REASON} characters
 * @param stamp the mark of the write, under a fresh write id
 */
public record OperatorOrder(String by, String reason, WriteMark stamp) {

  /** The longest name, with its oid or its mark. */
  public static final int MAX_NAME = 200;

  /** The longest reason. */
  public static final int MAX_REASON = 300;

  /**
   * @throws IllegalArgumentException with one sentence when name or reason is missing or too long
   */
  public OperatorOrder {
    if (by.isBlank() || by.length() > MAX_NAME) {
      throw new IllegalArgumentException(
          "An operator's name has 1 to %d characters.".formatted(MAX_NAME));
    }
    if (reason.isBlank() || reason.length() > MAX_REASON) {
      throw new IllegalArgumentException("A reason has 1 to %d characters.".formatted(MAX_REASON));
    }
  }

  /** The act that this order becomes once it is written. */
  public Act act(Act.Kind kind, String effect) {
    return new Act(kind, by, reason, effect, stamp.at());
  }
}
