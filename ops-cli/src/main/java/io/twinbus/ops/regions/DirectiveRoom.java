package io.twinbus.ops.regions;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.rules.DirectiveRule;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import java.time.Instant;

/** Whether a directive has room for one wish more. */
final class DirectiveRoom {

  private DirectiveRoom() {}

  /**
   * Refuses one too many. Asked on each directive that is decided on: another operator may have
   * taken the last room since the command looked.
   */
  static void require(Directive directive, Instant now) {
    if (!DirectiveRule.hasRoom(directive, now)) {
      throw new CommandFailure(
          ExitCode.CONFLICT,
          "%d pauses or beliefs are in force already: resume some of them first, or wait until they end."
              .formatted(DirectiveRule.MAX_ENTRIES));
    }
  }
}
