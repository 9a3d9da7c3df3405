package io.twinbus.ops.dlq;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ops.servicebus.CopyJson;
import io.twinbus.ops.servicebus.QueuedCopy;
import io.twinbus.ops.servicebus.RegionLooks;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.Replay;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A dead message: one, however many regions have a copy of it.
 *
 * <p>Immutable and thread-safe.
 *
 * @param key what the copies have in common
 * @param copies one or more, by region
 */
record Letter(Key key, List<QueuedCopy> copies) {

  /** Two copies with the same key are copies of one message. */
  record Key(String session, String message, Optional<Position> position, Optional<Replay> replay) {

    static Key of(QueuedCopy copy) {
      return new Key(
          copy.names().session(), copy.names().message(), copy.position(), copy.replay());
    }
  }

  Letter {
    copies = List.copyOf(copies);
  }

  /** The letters among {@code looks}, in the order in which they died. */
  static List<Letter> among(List<RegionLooks.Seen> looks) {
    Map<Key, List<QueuedCopy>> byKey = new LinkedHashMap<>();
    looks.stream()
        .flatMap(look -> look.in(QueuedCopy.Place.DEAD_LETTER).stream())
        .sorted(Comparator.comparing(copy -> copy.at().enqueuedAt()))
        .forEach(copy -> byKey.computeIfAbsent(Key.of(copy), key -> new ArrayList<>()).add(copy));
    return byKey.entrySet().stream()
        .map(entry -> new Letter(entry.getKey(), entry.getValue()))
        .toList();
  }

  /** Why it died, as the first copy says. */
  String reason() {
    return copies.get(0).dead() == null ? "" : copies.get(0).dead().reason();
  }

  /** More words about that. */
  String description() {
    return copies.get(0).dead() == null ? "" : copies.get(0).dead().description();
  }

  /** Since when it has been in its queue. */
  Instant since() {
    return copies.get(0).at().enqueuedAt();
  }

  /** When the message was sent last, as the oldest copy says. */
  Instant sentAt() {
    return copies.get(0).sentAt();
  }

  /** The regions that have a copy, by name, whichever gave it up first. */
  String regions() {
    return copies.stream()
        .map(copy -> copy.region().value())
        .distinct()
        .sorted()
        .collect(Collectors.joining(","));
  }

  /** As a document with stable fields. */
  ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("message", key.message()).put("session", key.session());
    key.position()
        .ifPresent(
            position ->
                json.put("stream", position.stream().value())
                    .put("seq", position.seq())
                    .put("prev", position.prev()));
    json.put("reason", reason()).put("description", description()).put("since", since().toString());
    json.put("regions", regions());
    ArrayNode list = json.putArray("copies");
    copies.forEach(copy -> list.add(CopyJson.of(copy)));
    return json;
  }
}
