package io.twinbus.ops.dlq;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageName;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.ledger.Answers;
import io.twinbus.ops.ledger.MessageEnds;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.ids.RecordedIds;
import java.time.Instant;
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

  /**
   * A letter and what to do with it.
   *
   * @param end how its message ended; empty when it has not
   * @param next the record of its next replay; empty when there is none
   */
  record Item(
      Letter letter, ReplayRule.Step step, Optional<EndState> end, Optional<MessageContent> next) {

    /** The step, in words. */
    String why() {
      return switch (step) {
        case IN_PLACE -> "put back in its place: it has not ended, and its stream waits for it";
        case AT_END -> "sent again at the end of its session";
        case REMOVE -> "replayed before: only this copy is removed";
        case LEAVE -> "left alone: it has run, and would run twice";
        case FORGOTTEN ->
            "left alone: it was sent longer ago than the ledger remembers, and may have run; with"
                + " --force-new it goes to the end of its session";
      };
    }

    /** Whether its letter is removed. */
    boolean isRemoved() {
      return step != ReplayRule.Step.LEAVE && step != ReplayRule.Step.FORGOTTEN;
    }

    /** Whether its message is sent. */
    boolean isSent() {
      return step == ReplayRule.Step.AT_END || step == ReplayRule.Step.IN_PLACE;
    }
  }

  /**
   * What decides about letters beside the ledger.
   *
   * @param horizon how far back the ledger remembers
   * @param now the wall time
   * @param isForced whether what it does not remember is sent
   */
  record Terms(Horizon horizon, Instant now, boolean isForced) {}

  /** The plan for {@code letters}; one read a session, and two a letter. */
  static ReplayPlan of(List<Letter> letters, OpenLedger ledger, Terms terms) {
    Map<String, Optional<SessionRecord>> records = new HashMap<>();
    MessageEnds ends = new MessageEnds(ledger);
    List<Item> items = new ArrayList<>();
    for (Letter letter : letters) {
      Letter.Key key = letter.key();
      SessionRecord record =
          records.computeIfAbsent(key.session(), id -> read(ledger, id)).orElse(null);
      ReplayRule.Facts facts =
          new ReplayRule.Facts(
              end(key, record, ends, ledger.ids()),
              nextRecord(ends, key, ledger.ids()),
              terms.horizon().isBeyond(letter.sentAt(), terms.now()));
      ReplayRule.Step step = ReplayRule.step(facts, terms.isForced());
      items.add(new Item(letter, step, facts.end(), facts.next()));
    }
    return new ReplayPlan(items, records);
  }

  /** The same, with each letter removed whose message has ended, and no message sent. */
  ReplayPlan forDeletion() {
    return new ReplayPlan(
        items.stream()
            .map(
                item ->
                    new Item(
                        item.letter(),
                        item.end().isPresent() ? ReplayRule.Step.REMOVE : ReplayRule.Step.LEAVE,
                        item.end(),
                        item.next()))
            .toList(),
        records);
  }

  /** How many items {@code step} is for. */
  long count(ReplayRule.Step step) {
    return items.stream().filter(item -> item.step() == step).count();
  }

  /** How many dead letters, over all regions, are removed. */
  long copiesToRemove() {
    return items.stream()
        .filter(Item::isRemoved)
        .mapToLong(item -> item.letter().copies().size())
        .sum();
  }

  private static Optional<EndState> end(
      Letter.Key key, @Nullable SessionRecord record, MessageEnds ends, RecordedIds ids) {
    if (record == null || key.message().isEmpty()) {
      return Optional.empty();
    }
    return key.position()
        .map(own -> ends.of(record, own.stream(), own.seq()))
        .orElseGet(
            () ->
                ends.of(
                    record, new MessageName(ids.of(new MessageId(key.message())), key.replay())))
        .map(MessageEnds.End::state);
  }

  private static Optional<MessageContent> nextRecord(
      MessageEnds ends, Letter.Key key, RecordedIds ids) {
    return key.session().isEmpty() || key.message().isEmpty()
        ? Optional.empty()
        : ends.read(ids.of(new SessionId(key.session())), ReplayRule.nextRecord(key, ids));
  }

  private static Optional<SessionRecord> read(OpenLedger ledger, String session) {
    if (session.isEmpty()) {
      return Optional.empty();
    }
    ReadOutcome<SessionRecord> outcome =
        Answers.await(ledger.sessions().read(ledger.ids().of(new SessionId(session))));
    if (outcome instanceof ReadOutcome.Unknown<SessionRecord> unknown) {
      throw new CommandFailure(
          ExitCode.FAILURE, "The ledger could not read a session: " + unknown.why());
    }
    return outcome instanceof ReadOutcome.Found<SessionRecord> found
        ? Optional.of(found.record())
        : Optional.empty();
  }
}
