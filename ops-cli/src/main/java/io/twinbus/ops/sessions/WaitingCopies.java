package io.twinbus.ops.sessions;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.Suspect;
import io.twinbus.ledger.rules.ColdRule;
import io.twinbus.ops.output.Ages;
import io.twinbus.ops.output.Sheet;
import io.twinbus.ops.servicebus.CopyJson;
import io.twinbus.ops.servicebus.QueuedCopy;
import io.twinbus.ops.servicebus.RegionLooks;
import io.twinbus.protocol.Position;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What waits of one session in one region's queue. */
final class WaitingCopies {

  /** How many copies are described one by one. */
  private static final int MOST = 20;

  private WaitingCopies() {}

  static void describe(
      RegionLooks.Seen seen, SessionRecord record, Instant now, Sheet sheet, ObjectNode json) {
    json.put("region", seen.region().value());
    seen.trouble().ifPresent(trouble -> json.put("trouble", trouble));
    json.put("complete", seen.isWhole());
    if (seen.trouble().isPresent()) {
      sheet.line("queue", "%s: %s".formatted(seen.region(), seen.trouble().get()));
      return;
    }
    int active = seen.in(QueuedCopy.Place.ACTIVE).size();
    int scheduled = seen.in(QueuedCopy.Place.SCHEDULED).size();
    int deferred = seen.in(QueuedCopy.Place.DEFERRED).size();
    int dead = seen.in(QueuedCopy.Place.DEAD_LETTER).size();
    json.put("active", active)
        .put("scheduled", scheduled)
        .put("deferred", deferred)
        .put("deadLetters", dead);
    sheet.line(
        "queue",
        "%s: %d active, %d scheduled, %d dead letters%s"
            .formatted(
                seen.region(),
                active,
                scheduled + deferred,
                dead,
                seen.isWhole() ? "" : " (the queue is longer than was looked through)"));
    ArrayNode copies = json.putArray("copies");
    List<QueuedCopy> all = seen.copies();
    for (QueuedCopy copy : all) {
      copies.add(CopyJson.of(copy));
    }
    for (QueuedCopy copy : all.subList(0, Math.min(MOST, all.size()))) {
      sheet.line("", line(copy, all, record, now));
    }
    if (all.size() > MOST) {
      sheet.line("", "… and %d more".formatted(all.size() - MOST));
    }
  }

  private static String line(
      QueuedCopy copy, List<QueuedCopy> all, SessionRecord record, Instant now) {
    String position =
        copy.position()
            .map(
                p -> "%d of stream %s, %s".formatted(p.seq(), p.stream(), standing(p, all, record)))
            .orElse("not sequenced");
    String place =
        switch (copy.place()) {
          case ACTIVE -> "active for " + Ages.between(copy.at().enqueuedAt(), now);
          case SCHEDULED -> "scheduled" + due(copy, now);
          case DEFERRED -> "deferred";
          case DEAD_LETTER -> "dead letter" + reason(copy);
        };
    return "%s  %s: %s".formatted(copy.names().message(), position, place);
  }

  private static String due(QueuedCopy copy, Instant now) {
    Instant due = copy.at().due();
    return due == null ? "" : ", due in " + Ages.between(now, due);
  }

  private static String reason(QueuedCopy copy) {
    QueuedCopy.DeadLetter dead = copy.dead();
    return dead == null || dead.reason().isEmpty() ? "" : " (" + dead.reason() + ")";
  }

  private static String standing(Position at, List<QueuedCopy> all, SessionRecord record) {
    Progress progress = record.progress();
    Optional<EndedRange> end = progress.endOf(at.stream(), at.seq());
    if (end.isPresent()) {
      return "ended " + end.get().state();
    }
    if (ColdRule.mayBeCold(progress, at.stream())) {
      return "its stream may be cold: 'messages trace' says whether it has ended";
    }
    if (at.prev() <= progress.cursor(at.stream())) {
      return "next";
    }
    OptionalLong failing = failing(at, progress);
    if (failing.isPresent()) {
      return "waits behind its failing predecessor %d".formatted(failing.getAsLong());
    }
    boolean isPredecessorHere =
        all.stream()
            .flatMap(copy -> copy.position().stream())
            .anyMatch(other -> other.stream().equals(at.stream()) && other.seq() == at.prev());
    return isPredecessorHere ? "waits behind %d".formatted(at.prev()) : "behind a gap";
  }

  /** The number before {@code at} that something is held against. */
  private static OptionalLong failing(Position at, Progress progress) {
    Suspect first = progress.suspects().get(at.stream());
    return first == null
        ? OptionalLong.empty()
        : first
            .all()
            .filter(suspect -> suspect.seq() < at.seq())
            .filter(suspect -> suspect.attempts() > 0 || suspect.started())
            .mapToLong(Suspect::seq)
            .findFirst();
  }
}
