package io.twinbus.ledger.cosmos.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.Directive;
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
    ActCodec.encode(document, directive.acts());
    WriteMarkCodec.encode(document, directive.stamp());
    document.put("ttl", Retention.FOREVER);
    return document;
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
      return new Directive(evacuated, ActCodec.decode(fields), WriteMarkCodec.decode(fields));
    } catch (IllegalArgumentException e) {
      throw new UnreadableDocumentException(
          "%s cannot be read: %s".formatted(SUBJECT, e.getMessage()));
    }
  }

  private static Map.Entry<RegionName, Directive.Evacuation> evacuation(Fields item) {
    return Map.entry(
        new RegionName(item.text("region")),
        new Directive.Evacuation(item.text("by"), item.text("reason"), item.instant("since")));
  }
}
