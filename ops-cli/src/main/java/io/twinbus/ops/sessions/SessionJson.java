package io.twinbus.ops.sessions;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.Act;
import io.twinbus.ledger.Block;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.protocol.Body;

/** A session record as JSON, with stable field names; of the application's state its size only. */
final class SessionJson {

  private SessionJson() {}

  static ObjectNode of(SessionRecord record) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("session", record.session().value());
    json.put("status", record.status().name());
    Owner owner = record.custody().owner();
    if (owner == null) {
      json.putNull("owner");
    } else {
      json.putObject("owner")
          .put("region", owner.region().value())
          .put("instance", owner.instance().value())
          .put("claim", owner.claim().value());
    }
    json.put("resting", record.custody().resting());
    json.put("token", record.token());
    progress(record.progress(), json);
    Block block = record.custody().block();
    if (block == null) {
      json.putNull("block");
    } else {
      json.putObject("block")
          .put("reason", block.reason())
          .put("message", block.message())
          .put("by", block.by())
          .put("since", block.since().toString());
    }
    json.put("stateBytes", record.state().map(Body::size).orElse(0));
    ArrayNode history = json.putArray("history");
    for (Act act : record.acts()) {
      history
          .addObject()
          .put("kind", act.kind().name())
          .put("by", act.by())
          .put("reason", act.reason())
          .put("effect", act.effect())
          .put("at", act.at().toString());
    }
    json.put("writeId", record.stamp().writeId().value());
    json.put("updatedAt", record.stamp().at().toString());
    return json;
  }

  private static void progress(Progress progress, ObjectNode json) {
    ArrayNode cursors = json.putArray("cursors");
    progress
        .cursors()
        .forEach(
            (stream, cursor) ->
                cursors
                    .addObject()
                    .put("stream", stream.value())
                    .put("seq", cursor.seq())
                    .put("at", cursor.at().toString())
                    .put("explicit", cursor.explicit()));
    json.put("cold", progress.annex().cold());
    ArrayNode ended = json.putArray("ended");
    for (var range : progress.ended()) {
      ended
          .addObject()
          .put("stream", range.stream().value())
          .put("from", range.from())
          .put("to", range.to())
          .put("state", range.state().name())
          .put("reason", range.reason());
    }
    ArrayNode suspects = json.putArray("suspects");
    progress.eachSuspect(
        (stream, suspect) ->
            suspects
                .addObject()
                .put("stream", stream.value())
                .put("seq", suspect.seq())
                .put("failures", suspect.failures())
                .put("takeovers", suspect.takeovers())
                .put("started", suspect.started()));
    ArrayNode waiting = json.putArray("waiting");
    progress
        .waiting()
        .forEach(
            (stream, gap) ->
                gap.reports()
                    .forEach(
                        (region, report) ->
                            waiting
                                .addObject()
                                .put("stream", stream.value())
                                .put("cursor", gap.cursor())
                                .put("region", region.value())
                                .put("lowestHeld", report.lowestHeld())
                                .put("since", report.since().toString())));
  }
}
