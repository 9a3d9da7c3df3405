package io.twinbus.simulation;

import static io.twinbus.simulation.InvariantViolated.require;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.NotedEnd;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.protocol.Body;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the session's state in every write: it is exactly what the handlers of the messages that
 * have ended made of it, each of them once.
 *
 * <p>What the handler of a message did that an operator skipped beside it may be in the state or
 * not: the handlers behind it in its group have seen it, those of a later one have not.
 */
final class StateAudit {

  private final Messages messages;
  private final ProgressAudit progresses;

  StateAudit(Messages messages, ProgressAudit progresses) {
    this.progresses = progresses;
    this.messages = messages;
  }

  void accepted(@Nullable SessionRecord before, SessionRecord after) {
    List<SentMessage> skipped =
        ofSession(after).stream().filter(message -> isSkipped(message, after)).toList();
    if (skipped.stream().anyMatch(message -> message.completed && StateFold.clears(message))) {
      return;
    }
    Optional<Body> expected = before == null ? Optional.empty() : before.state();
    for (SentMessage message : newlyDone(before, after)) {
      expected = StateFold.change(message, expected).appliedTo(expected);
    }
    Optional<Body> wanted = expected;
    require(
        StateFold.names(wanted, skipped).equals(StateFold.names(after.state(), skipped)),
        Invariant.P3_ONCE,
        () ->
            "the state of %s is [%s], and its messages make it [%s]"
                .formatted(
                    after.session(),
                    after.state().map(Body::utf8).orElse(""),
                    wanted.map(Body::utf8).orElse("")));
  }

  /** In the order in which their handlers ended. */
  private List<SentMessage> newlyDone(@Nullable SessionRecord before, SessionRecord after) {
    Stream<SentMessage> noted =
        noted(after)
            .filter(end -> before == null || !noted(before).equals(Optional.of(end)))
            .map(NotedEnd::message)
            .flatMap(id -> Optional.ofNullable(messages.single(after.session(), MessageKey.of(id))))
            .stream();
    Stream<SentMessage> sequenced =
        ofSession(after).stream()
            .filter(message -> before == null || endOf(message, before).isEmpty())
            .filter(
                message -> endOf(message, after).filter(end -> end == EndState.DONE).isPresent());
    return Stream.concat(sequenced, noted)
        .sorted(Comparator.comparingLong(SentMessage::endedWellAt))
        .toList();
  }

  private static Optional<NotedEnd> noted(SessionRecord record) {
    return record.progress().annex().noted();
  }

  private Collection<SentMessage> ofSession(SessionRecord record) {
    return messages.of(record.session());
  }

  private boolean isSkipped(SentMessage message, SessionRecord record) {
    return endOf(message, record).filter(end -> end == EndState.SKIPPED).isPresent();
  }

  private Optional<EndState> endOf(SentMessage message, SessionRecord record) {
    return progresses
        .endOf(record.session(), record.progress(), message.position())
        .map(EndedRange::state);
  }
}
