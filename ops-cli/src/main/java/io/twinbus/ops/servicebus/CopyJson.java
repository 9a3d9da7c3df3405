package io.twinbus.ops.servicebus;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.protocol.Replay;
import io.twinbus.protocol.SequencedHeaders;
import java.time.Instant;

/** A copy as a document with stable fields. */
public final class CopyJson {

  private CopyJson() {}

  /** The document of {@code copy}. */
  public static ObjectNode of(QueuedCopy copy) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("region", copy.region().value())
        .put("place", copy.place().name())
        .put("session", copy.names().session())
        .put("message", copy.names().message())
        .put("number", copy.at().number())
        .put("enqueuedAt", copy.at().enqueuedAt().toString());
    Instant due = copy.at().due();
    if (due != null) {
      json.put("dueAt", due.toString());
    }
    json.put("deliveries", copy.at().deliveries());
    copy.sequenced().ifPresent(headers -> headers(json, headers));
    copy.replay().ifPresent(replay -> replay(json, replay));
    QueuedCopy.DeadLetter dead = copy.dead();
    if (dead != null) {
      json.put("reason", dead.reason()).put("description", dead.description());
    }
    return json;
  }

  private static void replay(ObjectNode json, Replay replay) {
    ObjectNode of = json.putObject("replay").put("ordinal", replay.ordinal());
    of.put("body", replay.body()).put("by", replay.by());
    replay
        .of()
        .ifPresent(place -> of.put("stream", place.stream().value()).put("seq", place.seq()));
  }

  private static void headers(ObjectNode json, SequencedHeaders headers) {
    json.put("stream", headers.position().stream().value())
        .put("seq", headers.position().seq())
        .put("prev", headers.position().prev())
        .put("home", headers.home().value())
        .put("sentAt", headers.sentAt().toString());
    Instant expires = headers.expiresAt();
    if (expires != null) {
      json.put("expiresAt", expires.toString());
    }
  }
}
