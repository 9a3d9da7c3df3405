package io.twinbus.ledger.cosmos.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.Act;
import java.util.Arrays;
import java.util.List;

/** Operators' acts as the field {@code acts}; a document that has none has no such field. */
public final class ActCodec {

  private static final String FIELD = "acts";

  private ActCodec() {}

  public static void encode(ObjectNode document, List<Act> acts) {
    if (acts.isEmpty()) {
      return;
    }
    ArrayNode list = document.putArray(FIELD);
    for (Act act : acts) {
      list.addObject()
          .put("kind", act.kind().name())
          .put("by", act.by())
          .put("reason", act.reason())
          .put("effect", act.effect())
          .put("at", Fields.write(act.at()));
    }
  }

  public static List<Act> decode(Fields document) {
    return document.listOrNone(FIELD, ActCodec::act);
  }

  private static Act act(Fields item) {
    return new Act(
        kind(item.text("kind")),
        item.text("by"),
        item.text("reason"),
        item.text("effect"),
        item.instant("at"));
  }

  /** History must not make a record unreadable. */
  private static Act.Kind kind(String word) {
    return Arrays.stream(Act.Kind.values())
        .filter(kind -> kind.name().equals(word))
        .findFirst()
        .orElse(Act.Kind.OTHER);
  }
}
