package io.twinbus.ops.messages;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.Act;
import io.twinbus.ledger.Block;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageName;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ops.ledger.MessageEnds;
import io.twinbus.ops.output.Ages;
import io.twinbus.ops.output.Sheet;
import io.twinbus.ops.servicebus.CopyJson;
import io.twinbus.ops.servicebus.QueuedCopy;
import io.twinbus.ops.servicebus.RegionLooks;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.Replay;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.StreamId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What became of one message, as lines and as a document. Under one id a message may stand at
 * several places: a replay has a number of its own. Not thread-safe.
 */
final class MessageStory {

  /**
   * Where a message stands.
   *
   * @param seq 0 for one that has no place in a stream
   * @param replay which replay of a dead letter it is
   */
  record Place(String session, String stream, long seq, Optional<Replay> replay) {

    /** The place of a message that was not sent again. */
    Place(String session, String stream, long seq) {
      this(session, stream, seq, Optional.empty());
    }
  }

  private final Sheet sheet;
  private final ArrayNode places;
  private final MessageId id;
  private final MessageEnds ends;
  private final Instant now;

  /**
   * The story of {@code id}.
   *
   * @param recorded the id in the form in which the ledger keeps it
   */
  MessageStory(String id, MessageId recorded, MessageEnds ends, Instant now) {
    this.id = recorded;
    this.ends = ends;
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("message", id);
    this.places = document.putArray("places");
    this.sheet = new Sheet(document);
    this.now = now;
    sheet.line("message", id);
  }

  static List<Place> placesOf(List<QueuedCopy> copies) {
    return copies.stream().map(MessageStory::placeOf).distinct().toList();
  }

  private static Place placeOf(QueuedCopy copy) {
    return copy.position()
        .map(p -> new Place(copy.names().session(), p.stream().value(), p.seq()))
        .orElseGet(() -> new Place(copy.names().session(), "", 0, copy.replay()));
  }

  Sheet sheet() {
    return sheet;
  }

  void tell(
      Place place,
      List<QueuedCopy> all,
      List<RegionLooks.Seen> regions,
      @Nullable SessionRecord record) {
    List<QueuedCopy> copies = all.stream().filter(copy -> placeOf(copy).equals(place)).toList();
    ObjectNode json = places.addObject();
    json.put("session", place.session());
    sheet.line("session", place.session());
    if (place.seq() > 0) {
      json.put("stream", place.stream()).put("seq", place.seq());
      sheet.line("place", "%d of stream %s".formatted(place.seq(), place.stream()));
    }
    place.replay().ifPresent(replay -> replayed(replay, json));
    copies.stream().flatMap(copy -> copy.sequenced().stream()).findFirst().ifPresent(this::sent);
    ArrayNode list = json.putArray("copies");
    for (RegionLooks.Seen region : regions) {
      region(region, copies, list);
    }
    ledger(place, record, json);
  }

  private void replayed(Replay replay, ObjectNode json) {
    json.put("replay", replay.ordinal());
    String of =
        replay
            .of()
            .map(first -> ", of %d of stream %s".formatted(first.seq(), first.stream()))
            .orElse("");
    sheet.line("replay", "number %d by %s%s".formatted(replay.ordinal(), replay.by(), of));
  }

  private void sent(SequencedHeaders headers) {
    Position position = headers.position();
    sheet.line(
        "sent",
        "%s ago, %s, behind %d, home %s"
            .formatted(
                Ages.between(headers.sentAt(), now),
                headers.sentAt(),
                position.prev(),
                headers.home()));
    Instant expires = headers.expiresAt();
    if (expires != null) {
      sheet.line("expires", expires.toString());
    }
  }

  private void region(RegionLooks.Seen region, List<QueuedCopy> copies, ArrayNode list) {
    if (region.trouble().isPresent()) {
      sheet.line("copy", "%s: unknown. %s".formatted(region.region(), region.trouble().get()));
      return;
    }
    List<QueuedCopy> here =
        copies.stream().filter(copy -> copy.region().equals(region.region())).toList();
    if (here.isEmpty()) {
      sheet.line(
          "copy",
          "%s: none%s"
              .formatted(
                  region.region(), region.isWhole() ? "" : " among those looked through (--scan)"));
    }
    for (QueuedCopy copy : here) {
      list.add(CopyJson.of(copy));
      sheet.line("copy", "%s: %s".formatted(copy.region(), words(copy)));
    }
  }

  private String words(QueuedCopy copy) {
    Instant due = copy.at().due();
    QueuedCopy.DeadLetter dead = copy.dead();
    return switch (copy.place()) {
      case ACTIVE ->
          "active for %s, delivered %d times before"
              .formatted(Ages.between(copy.at().enqueuedAt(), now), copy.at().deliveries());
      case SCHEDULED -> due == null ? "scheduled" : "scheduled, due in " + Ages.between(now, due);
      case DEFERRED -> "deferred";
      case DEAD_LETTER ->
          dead == null
              ? "dead letter"
              : "dead letter: %s %s".formatted(dead.reason(), dead.description());
    };
  }

  private void ledger(Place place, @Nullable SessionRecord record, ObjectNode json) {
    if (record == null) {
      json.put("state", "UNKNOWN");
      sheet.line(
          "ledger",
          "has no record of the session: nothing of it was ever claimed, or it was purged");
      return;
    }
    Owner owner = record.custody().owner();
    sheet.line(
        "session is",
        record.status()
            + (owner == null
                ? ""
                : ", claimed by %s/%s".formatted(owner.region(), owner.instance()))
            + ", token "
            + record.token());
    json.put("status", record.status().name()).put("token", record.token());
    Block block = record.custody().block();
    if (block != null) {
      sheet.line("blocked", block.reason());
      json.put("block", block.reason());
    }
    if (place.seq() > 0) {
      standing(place, record, json);
    } else {
      ownStanding(place, record, json);
    }
    for (Act act : record.acts()) {
      sheet.line("history", "%s by %s: %s".formatted(act.kind(), act.by(), act.effect()));
    }
  }

  private void standing(Place place, SessionRecord record, ObjectNode json) {
    StreamId stream = new StreamId(place.stream());
    Progress progress = ends.whole(record, stream).progress();
    json.put("cursor", progress.cursor(stream));
    progress
        .suspect(stream, place.seq())
        .ifPresent(
            suspect -> attempts(suspect.failures(), suspect.takeovers(), suspect.started(), json));
    end(
        ends.of(record, stream, place.seq()),
        "not yet: the cursor of its stream is at " + progress.cursor(stream),
        json);
  }

  /** Of a message without a number, and of a replay, its own record speaks. */
  private void ownStanding(Place place, SessionRecord record, ObjectNode json) {
    MessageName name = new MessageName(id, place.replay());
    Optional<MessageContent> own = ends.read(record.session(), name.key());
    if (own.orElse(null) instanceof MessageContent.Open open) {
      attempts(open.tries().failures(), open.tries().takeovers(), open.tries().started(), json);
    }
    end(
        ends.of(record, name),
        own.isPresent() ? "not yet: it was claimed" : "not yet: it was never claimed",
        json);
  }

  private void attempts(int failures, int takeovers, boolean isStarted, ObjectNode json) {
    json.put("failures", failures).put("takeovers", takeovers).put("started", isStarted);
    sheet.line(
        "attempts",
        "%d failed, %d found started by a takeover%s"
            .formatted(
                failures, takeovers, isStarted ? ", one is running or its end is not known" : ""));
  }

  private void end(Optional<MessageEnds.End> end, String notYet, ObjectNode json) {
    json.put("state", end.map(found -> found.state().name()).orElse("NOT_ENDED"));
    end.ifPresent(found -> json.put("reason", found.reason()));
    sheet.line(
        "end",
        end.map(found -> "%s %s".formatted(found.state(), found.reason()).strip()).orElse(notYet));
  }
}
