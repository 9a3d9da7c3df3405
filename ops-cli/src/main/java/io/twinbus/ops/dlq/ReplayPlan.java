package io.twinbus.ops.dlq;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.ledger.Answers;
import io.twinbus.ops.ledger.MessageEnds;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a replay would do, letter by letter.
 *
 * @param items in the order in which the letters died
 * @param records the sessions' records, where they have one
 */
record ReplayPlan(List<Item> items, Map<String, Optional<SessionRecord>> records) {

  /** A letter, what to do with it, and why. */
  record Item(Letter letter, ReplayRule.Step step, String why) {}

  /** The plan for {@code letters}; one read a session. */
  static ReplayPlan of(List<Letter> letters, OpenLedger ledger) {
    Map<String, Optional<SessionRecord>> records = new HashMap<>();
    List<Item> items = new ArrayList<>();
    for (Letter letter : letters) {
      SessionRecord record =
          records.computeIfAbsent(letter.key().session(), id -> read(ledger, id)).orElse(null);
      ReplayRule.Step step =
          ReplayRule.step(letter.key(), record, end(letter.key(), record, new MessageEnds(ledger)));
      items.add(new Item(letter, step, why(step)));
    }
    return new ReplayPlan(items, records);
  }

  /** How many items {@code step} is for. */
  long count(ReplayRule.Step step) {
    return items.stream().filter(item -> item.step() == step).count();
  }

  private static String why(ReplayRule.Step step) {
    return switch (step) {
      case IN_PLACE -> "put back in its place: it has not ended, and its stream waits for it";
      case AT_END -> "sent again at the end of its session";
      case REMOVE -> "replayed before: only this copy is removed";
      case LEAVE -> "left alone: it has run, and would run twice";
    };
  }

  private static Optional<EndState> end(
      Letter.Key key, @Nullable SessionRecord record, MessageEnds ends) {
    if (record == null || key.message().isEmpty()) {
      return Optional.empty();
    }
    return key.position()
        .map(own -> ends.of(record, own.stream(), own.seq()))
        .orElseGet(() -> ends.of(record, new MessageId(key.message())))
        .map(MessageEnds.End::state);
  }

  private static Optional<SessionRecord> read(OpenLedger ledger, String session) {
    if (session.isEmpty()) {
      return Optional.empty();
    }
    ReadOutcome<SessionRecord> outcome =
        Answers.await(ledger.sessions().read(new SessionId(session)));
    if (outcome instanceof ReadOutcome.Unknown<SessionRecord> unknown) {
      throw new CommandFailure(
          ExitCode.FAILURE, "The ledger could not read a session: " + unknown.why());
    }
    return outcome instanceof ReadOutcome.Found<SessionRecord> found
        ? Optional.of(found.record())
        : Optional.empty();
  }
}
