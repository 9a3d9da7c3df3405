package io.twinbus.ledger.cosmos.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.HandlerVitals;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.Saturation;
import io.twinbus.ledger.SessionDigest;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What instances tell about themselves as documents, and back. */
public final class VitalsCodec {

  private static final String ENDED_WELL_AT = "endedWellAt";
  private static final String ENDED = "ended";

  /** The sessions that an instance waits for; there only when it waits for any. */
  public static final String WANTED = "wanted";

  private VitalsCodec() {}

  public static ObjectNode encode(InstanceVitals vitals) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("id", vitals.instance().value());
    document.put(DocumentNames.PARTITION, DocumentNames.VITALS_PARTITION);
    document.put("region", vitals.region().value());
    document.put("startedAt", Fields.write(vitals.startedAt()));
    InstanceStats stats = vitals.stats();
    document
        .put("version", stats.version())
        .put("state", stats.state().name())
        .put("sessions", stats.sessions())
        .put("claims", stats.claims())
        .put(ENDED, Fields.write(stats.ended()))
        .put("takeovers", Fields.write(stats.takeovers()));
    ObjectNode ledger = document.putObject("ledger").put("waiting", stats.ledger().waiting());
    stats.ledger().saturation().ifPresent(saturation -> encode(ledger, saturation));
    ArrayNode handlers = document.putArray("handlers");
    stats.handlers().forEach(handler -> encode(handlers.addObject(), handler));
    if (!stats.wanted().isEmpty()) {
      ArrayNode wanted = document.putArray(WANTED);
      stats.wanted().forEach(each -> wanted.add(each.value()));
    }
    WriteMarkCodec.encode(document, vitals.stamp());
    document.put("ttl", Retention.LEASE_SECONDS);
    return document;
  }

  private static void encode(ObjectNode target, HandlerVitals handler) {
    target
        .put("queue", handler.queue().value())
        .put("state", handler.state().name())
        .put("since", Fields.write(handler.since()))
        .put("reason", handler.reason());
    handler.endedWellAt().ifPresent(at -> target.put(ENDED_WELL_AT, Fields.write(at)));
    handler.ended().ifPresent(count -> target.put(ENDED, Fields.write(count)));
  }

  private static HandlerVitals handler(Fields fields) {
    return new HandlerVitals(
        new EntityKey(fields.text("queue")),
        fields.constant("state", HandlerVitals.State.class),
        fields.instant("since"),
        fields.text("reason"),
        fields.has(ENDED_WELL_AT) ? Optional.of(fields.instant(ENDED_WELL_AT)) : Optional.empty(),
        fields.has(ENDED) ? Optional.of(fields.number(ENDED)) : Optional.empty());
  }

  private static void encode(ObjectNode ledger, Saturation saturation) {
    ledger
        .put("saturatedForMs", Fields.write(saturation.lasts().toMillis()))
        .put("neededPercent", saturation.neededPercent());
    ArrayNode longest = ledger.putArray("longest");
    for (Saturation.Waiting waiting : saturation.longest()) {
      longest
          .addObject()
          .put("session", waiting.session().value())
          .put("waitsMs", Fields.write(waiting.since().toMillis()));
    }
  }

  private static List<SessionDigest> wanted(ObjectNode document) {
    List<SessionDigest> wanted = new ArrayList<>();
    document.path(WANTED).forEach(each -> wanted.add(new SessionDigest(each.asText())));
    return wanted;
  }

  private static InstanceStats.LedgerPressure pressure(Fields fields) {
    return new InstanceStats.LedgerPressure(
        fields.small("waiting"),
        fields.has("saturatedForMs") ? Optional.of(saturation(fields)) : Optional.empty());
  }

  private static Saturation saturation(Fields fields) {
    return new Saturation(
        Duration.ofMillis(fields.number("saturatedForMs")),
        fields.list(
            "longest",
            each ->
                new Saturation.Waiting(
                    new SessionId(each.text("session")),
                    Duration.ofMillis(each.number("waitsMs")))),
        fields.small("neededPercent"));
  }

  /**
   * Reads the vitals from their document.
   *
   * @throws UnreadableDocumentException when this build cannot read the document
   */
  public static InstanceVitals decode(ObjectNode document) {
    String subject = "The vitals of instance '%s'".formatted(document.path("id").asText("?"));
    Fields fields = new Fields(subject, document);
    WriteMarkCodec.refuseOther(fields, subject);
    try {
      return new InstanceVitals(
          new InstanceId(fields.text("id")),
          new RegionName(fields.text("region")),
          fields.instant("startedAt"),
          new InstanceStats(
              fields.text("version"),
              fields.constant("state", InstanceStats.State.class),
              fields.small("sessions"),
              fields.small("claims"),
              fields.number(ENDED),
              fields.number("takeovers"),
              fields.object("ledger", VitalsCodec::pressure),
              fields.listOrNone("handlers", VitalsCodec::handler),
              wanted(document)),
          WriteMarkCodec.decode(fields));
    } catch (IllegalArgumentException e) {
      throw new UnreadableDocumentException(
          "%s cannot be read: %s".formatted(subject, e.getMessage()));
    }
  }
}
