package io.twinbus.ledger.cosmos.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.Directive;
import io.twinbus.ledger.EntityKey;
import io.twinbus.protocol.RegionName;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The directive as a document beside the leases, and back. */
public final class DirectiveCodec {

  private static final String SUBJECT = "The directive to the regions";

  private DirectiveCodec() {}

  public static ObjectNode encode(Directive directive) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("id", DocumentNames.DIRECTIVE_ID);
    document.put(DocumentNames.PARTITION, DocumentNames.DIRECTIVE_PARTITION);
    ArrayNode evacuated = document.putArray("evacuated");
    directive
        .evacuated()
        .forEach(
            (region, evacuation) ->
                evacuated
                    .addObject()
                    .put("region", region.value())
                    .put("by", evacuation.by())
                    .put("reason", evacuation.reason())
                    .put("since", Fields.write(evacuation.since())));
    directive
        .paused()
        .forEach(
            pause ->
                wish(list(document, "paused"), pause.scope(), pause.by(), pause.reason())
                    .put("since", Fields.write(pause.since()))
                    .put("until", Fields.write(pause.until())));
    directive
        .believed()
        .forEach(
            belief ->
                wish(list(document, "believed"), belief.scope(), belief.by(), belief.reason())
                    .put("since", Fields.write(belief.since()))
                    .put("until", Fields.write(belief.until())));
    ActCodec.encode(document, directive.acts());
    WriteMarkCodec.encode(document, directive.stamp());
    document.put("ttl", Retention.FOREVER);
    return document;
  }

  /** A list that is not there while it is empty. */
  private static ArrayNode list(ObjectNode document, String name) {
    return document.withArray(name);
  }

  private static ObjectNode wish(ArrayNode list, Directive.Scope scope, String by, String reason) {
    ObjectNode wish = list.addObject();
    EntityKey queue = scope.queue();
    RegionName region = scope.region();
    if (queue != null) {
      wish.put("queue", queue.value());
    }
    if (region != null) {
      wish.put("region", region.value());
    }
    return wish.put("by", by).put("reason", reason);
  }

  /**
   * Reads the directive from its document.
   *
   * @throws UnreadableDocumentException when this build cannot read the document
   */
  public static Directive decode(ObjectNode document) {
    Fields fields = new Fields(SUBJECT, document);
    WriteMarkCodec.refuseOther(fields, SUBJECT);
    try {
      SortedMap<RegionName, Directive.Evacuation> evacuated = new TreeMap<>();
      for (Map.Entry<RegionName, Directive.Evacuation> entry :
          fields.list("evacuated", DirectiveCodec::evacuation)) {
        evacuated.put(entry.getKey(), entry.getValue());
      }
      return new Directive(
          evacuated,
          fields.listOrNone("paused", DirectiveCodec::pause),
          fields.listOrNone("believed", DirectiveCodec::belief),
          ActCodec.decode(fields),
          WriteMarkCodec.decode(fields));
    } catch (IllegalArgumentException e) {
      throw new UnreadableDocumentException(
          "%s cannot be read: %s".formatted(SUBJECT, e.getMessage()));
    }
  }

  private static Directive.Pause pause(Fields item) {
    return new Directive.Pause(
        scope(item),
        item.text("by"),
        item.text("reason"),
        item.instant("since"),
        item.instant("until"));
  }

  private static Directive.Belief belief(Fields item) {
    return new Directive.Belief(
        scope(item),
        item.text("by"),
        item.text("reason"),
        item.instant("since"),
        item.instant("until"));
  }

  private static Directive.Scope scope(Fields item) {
    return new Directive.Scope(
        item.has("queue") ? new EntityKey(item.text("queue")) : null,
        item.has("region") ? new RegionName(item.text("region")) : null);
  }

  private static Map.Entry<RegionName, Directive.Evacuation> evacuation(Fields item) {
    return Map.entry(
        new RegionName(item.text("region")),
        new Directive.Evacuation(item.text("by"), item.text("reason"), item.instant("since")));
  }
}
