package io.twinbus.simulation;

import static io.twinbus.simulation.InvariantViolated.require;

import io.twinbus.ledger.Progress;
import io.twinbus.protocol.Position;
import java.util.function.IntSupplier;

/**
 * Looks at how far handlers run ahead of the ledger's record: every message before has ended there,
 * or its handler has ended well for the same worker (which may have renewed its claim meanwhile),
 * and they are no more than a group.
 */
final class GroupAudit {

  private final Messages messages;
  private final IntSupplier group;

  GroupAudit(Messages messages, IntSupplier group) {
    this.messages = messages;
    this.group = group;
  }

  void starts(HandlerRun run, Progress progress) {
    Position position = run.message.position();
    for (long seq = progress.cursor(position.stream()) + 1; seq < position.seq(); seq++) {
      long before = seq;
      SentMessage message = messages.find(run.message.session, position.stream(), seq);
      require(
          message == null
              ? messages.isLongPast(run.message.session, position.stream(), before)
              : message.hasEndedWellBeside(run),
          Invariant.P2_ORDER,
          () ->
              "%s starts while %d has neither ended nor been handled well under this claim"
                  .formatted(run, before));
    }
    long ahead =
        messages.of(run.message.session).stream()
            .filter(
                message -> message.position().seq() > progress.cursor(message.position().stream()))
            .filter(message -> message != run.message && message.hasEndedWellBeside(run))
            .count();
    require(
        ahead < group.getAsInt(),
        Invariant.P3_ONCE,
        () -> "%s starts while %d messages before it are not committed".formatted(run, ahead));
  }
}
