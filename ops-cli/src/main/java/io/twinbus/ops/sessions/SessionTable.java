package io.twinbus.ops.sessions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.Act;
import io.twinbus.ledger.Block;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.Suspect;
import io.twinbus.ops.acts.BlockReasons;
import io.twinbus.ops.output.Ages;
import io.twinbus.ops.output.Rows;
import io.twinbus.ops.output.Sheet;
import io.twinbus.ops.output.Table;
import io.twinbus.protocol.StreamId;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Session records as people read them. */
final class SessionTable {

  private SessionTable() {}

  static Rows list(List<SessionRecord> records, Instant now) {
    Rows rows =
        new Rows(
            new Table("SESSION", "STATUS", "OWNER", "TOKEN", "CURSOR", "AGE"),
            "session",
            "status",
            "owner.region",
            "owner.instance",
            "token",
            "block.reason",
            "block.message",
            "updatedAt",
            "cursors");
    for (SessionRecord record : records) {
      rows.row(
          SessionJson.of(record),
          record.session().value(),
          record.status().name(),
          owner(record.custody().owner()),
          Long.toString(record.token()),
          cursors(record),
          Ages.between(record.stamp().at(), now));
    }
    return rows;
  }

  static Rows reasons(List<BlockReasons.Group> groups, Instant now) {
    Rows rows =
        new Rows(
            new Table("SESSIONS", "FIRST", "LAST", "EXAMPLE", "REASON"),
            "sessions",
            "first",
            "last",
            "example",
            "reason");
    for (BlockReasons.Group group : groups) {
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      json.put("reason", group.reason())
          .put("sessions", group.sessions())
          .put("first", group.first().toString())
          .put("last", group.last().toString())
          .put("example", group.example());
      rows.row(
          json,
          Integer.toString(group.sessions()),
          Ages.between(group.first(), now),
          Ages.between(group.last(), now),
          group.example(),
          group.reason());
    }
    return rows;
  }

  static void show(SessionRecord record, String sign, Instant now, Sheet out) {
    line(out, "session", record.session().value());
    line(out, "status", record.status().name());
    Owner owner = record.custody().owner();
    line(out, "owner", owner(owner) + (owner == null ? "" : ", " + sign));
    if (owner != null) {
      line(out, "claim", owner.claim().value());
      if (record.custody().resting()) {
        line(out, "resting", "the last commit left nothing in hand");
      }
    }
    line(out, "token", Long.toString(record.token()));
    record
        .progress()
        .cursors()
        .forEach(
            (stream, cursor) ->
                line(
                    out,
                    "cursor",
                    "%d of stream %s, %s ago"
                        .formatted(cursor.seq(), stream, Ages.between(cursor.at(), now))));
    long cold = record.progress().annex().cold();
    if (cold > 0) {
      line(
          out,
          "cold",
          "streams have left the record %d times: documents have them".formatted(cold));
    }
    record.state().ifPresent(state -> line(out, "state", state.toString()));
    trouble(record, now, out);
    for (Act act : record.acts()) {
      line(
          out,
          "history",
          "%s by %s %s ago: %s (%s)"
              .formatted(
                  act.kind(), act.by(), Ages.between(act.at(), now), act.effect(), act.reason()));
    }
    line(out, "written", Ages.between(record.stamp().at(), now) + " ago, " + record.stamp().at());
  }

  private static void trouble(SessionRecord record, Instant now, Sheet out) {
    Block block = record.custody().block();
    if (block != null) {
      String message = block.message() == null ? "" : " (message " + block.message() + ")";
      line(
          out,
          "blocked",
          "%s%s, by %s, %s ago"
              .formatted(block.reason(), message, block.by(), Ages.between(block.since(), now)));
    }
    record.progress().eachSuspect((stream, suspect) -> suspect(out, stream, suspect));
    record
        .progress()
        .waiting()
        .forEach(
            (stream, gap) ->
                gap.reports()
                    .forEach(
                        (region, report) ->
                            line(
                                out,
                                "waiting",
                                "%s misses what follows %d of stream %s and holds %d, for %s"
                                    .formatted(
                                        region,
                                        gap.cursor(),
                                        stream,
                                        report.lowestHeld(),
                                        Ages.between(report.since(), now)))));
    record
        .progress()
        .ended()
        .forEach(
            range ->
                line(
                    out,
                    "ended",
                    "%d to %d of stream %s: %s %s"
                        .formatted(
                            range.from(),
                            range.to(),
                            range.stream(),
                            range.state(),
                            range.reason())));
  }

  private static String owner(@Nullable Owner owner) {
    return owner == null ? "-" : owner.region() + "/" + owner.instance();
  }

  private static String cursors(SessionRecord record) {
    if (record.progress().cursors().isEmpty()) {
      return "-";
    }
    return record.progress().cursors().values().stream()
        .map(cursor -> Long.toString(cursor.seq()))
        .collect(Collectors.joining(","));
  }

  private static void suspect(Sheet out, StreamId stream, Suspect suspect) {
    line(
        out,
        "suspect",
        "%d of stream %s, failed %d times, found started by %d takeovers%s"
            .formatted(
                suspect.seq(),
                stream,
                suspect.failures(),
                suspect.takeovers(),
                suspect.started() ? ", started" : ""));
  }

  private static void line(Sheet out, String name, String value) {
    out.line(name, value);
  }
}
