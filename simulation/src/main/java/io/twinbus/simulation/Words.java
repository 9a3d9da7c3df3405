package io.twinbus.simulation;

import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.Suspect;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.session.WorkerEvent;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How a trace words things. */
final class Words {

  private static final int SHORT = 4;

  private Words() {}

  static String write(
      String writer, SessionRecord record, Optional<Version> over, WriteOutcome outcome) {
    return "%s %s %s %s: %s"
        .formatted(
            outcome.getClass().getSimpleName().toUpperCase(Locale.ROOT),
            over.isPresent() ? "replace over " + over.get().etag() : "create",
            "by " + writer,
            outcome instanceof WriteOutcome.Written written ? "-> " + written.version().etag() : "",
            record(record));
  }

  static String batch(SentBatch batch) {
    return "%s to %s: %s"
        .formatted(
            "batch " + batch.id().lane() + "/" + batch.id().number(),
            batch.id().region(),
            batch.copies().stream()
                .map(copy -> copy + " prev " + copy.headers().position().prev())
                .collect(Collectors.joining(", ")));
  }

  static String record(@Nullable SessionRecord record) {
    if (record == null) {
      return "no record";
    }
    Owner owner = record.custody().owner();
    return "%s %s token %d%s, %s"
        .formatted(
            record.session(),
            record.status(),
            record.token() % 1_000_000,
            owner == null
                ? ""
                : " owner %s/%s/%s"
                    .formatted(
                        owner.region(),
                        brief(owner.instance().value()),
                        brief(owner.claim().value())),
            progress(record.progress()));
  }

  static String progress(Progress progress) {
    String cursors =
        progress.cursors().entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue().seq())
            .collect(Collectors.joining(" "));
    String ended =
        progress.ended().stream()
            .map(end -> "%s:%d-%d %s".formatted(end.stream(), end.from(), end.to(), end.state()))
            .collect(Collectors.joining(" "));
    StringJoiner suspects = new StringJoiner(" ");
    progress.eachSuspect((stream, suspect) -> suspects.add(suspect(stream, suspect)));
    return "cursors [%s] ended [%s] suspects [%s] waiting %s"
        .formatted(cursors, ended, suspects, progress.waiting().keySet());
  }

  private static String suspect(StreamId stream, Suspect suspect) {
    return "%s:%d failed %d takeovers %d%s"
        .formatted(
            stream,
            suspect.seq(),
            suspect.failures(),
            suspect.takeovers(),
            suspect.started() ? " started" : "");
  }

  static String event(WorkerEvent event) {
    if (event instanceof WorkerEvent.Delivered delivered) {
      return "copy %s (%d)"
          .formatted(delivered.delivery().message().id(), delivered.delivery().brokerSequence());
    }
    if (event instanceof WorkerEvent.RecordRead read) {
      return read.outcome() instanceof ReadOutcome.Found<SessionRecord> found
          ? "look: " + record(found.record())
          : "look: " + read.outcome();
    }
    return event.toString();
  }

  static String brief(String id) {
    return id.length() <= SHORT ? id : id.substring(0, SHORT);
  }
}
