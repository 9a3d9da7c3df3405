package io.twinbus.local.cosmos.store;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/** One change of a patch. Immutable and thread-safe. */
record PatchStep(Kind kind, JsonPointer path, JsonPointer from, JsonNode value) {
  enum Kind {
    ADD,
    SET,
    REPLACE,
    REMOVE,
    INCR,
    MOVE
  }

  static PatchStep parse(JsonNode source) {
    try {
      Kind kind = Kind.valueOf(source.path("op").asText("").toUpperCase(Locale.ROOT));
      JsonPointer path = JsonPointer.compile(source.path("path").asText(""));
      JsonPointer from = JsonPointer.compile(source.path("from").asText(""));
      JsonNode value = source.path("value");
      boolean valued = kind != Kind.REMOVE && kind != Kind.MOVE;
      if (path.matches() || (valued && value.isMissingNode())) {
        throw new PatchException("A patch operation needs a path and, unless it removes, a value.");
      }
      if (kind == Kind.MOVE && (from.matches() || path.toString().startsWith(from + "/"))) {
        throw new PatchException("A move needs a from that is not above its path.");
      }
      return new PatchStep(kind, path, from, value);
    } catch (IllegalArgumentException e) {
      throw new PatchException(
          "A patch operation is add, set, replace, remove, incr or move with a path such as /a/b.");
    }
  }

  void apply(ObjectNode document) {
    if (kind == Kind.MOVE) {
      JsonNode moved = document.at(from);
      new PatchStep(Kind.REMOVE, from, from, moved).apply(document);
      new PatchStep(Kind.ADD, path, from, moved).apply(document);
      return;
    }
    JsonNode parent = document.at(path.head());
    String name = path.last().getMatchingProperty();
    if (parent instanceof ObjectNode object) {
      applyTo(object, name);
    } else if (parent instanceof ArrayNode array) {
      applyTo(array, name);
    } else {
      throw new PatchException("The item has no " + path.head() + " to patch.");
    }
  }

  private void applyTo(ObjectNode object, String name) {
    if ((kind == Kind.REPLACE || kind == Kind.REMOVE) && !object.has(name)) {
      throw new PatchException(
          "The item has no " + path + " to " + kind.name().toLowerCase(Locale.ROOT) + ".");
    }
    if (kind == Kind.REMOVE) {
      object.remove(name);
    } else {
      object.set(name, kind == Kind.INCR ? increased(object.path(name)) : value);
    }
  }

  private void applyTo(ArrayNode array, String name) {
    boolean append = name.equals("-");
    int index = append ? array.size() : path.last().getMatchingIndex();
    boolean inserts = kind == Kind.ADD || (kind == Kind.SET && append);
    if (index < 0 || index > array.size() || (index == array.size() && !inserts)) {
      throw new PatchException("The item has no element " + path + ".");
    }
    if (inserts) {
      array.insert(index, value);
    } else if (kind == Kind.REMOVE) {
      array.remove(index);
    } else {
      array.set(index, kind == Kind.INCR ? increased(array.path(index)) : value);
    }
  }

  private JsonNode increased(JsonNode current) {
    if (!value.isNumber() || !(current.isNumber() || current.isMissingNode())) {
      throw new PatchException(
          "Only numbers can be incremented, and " + path + " or the step is none.");
    }
    boolean integral =
        value.isIntegralNumber() && (current.isIntegralNumber() || current.isMissingNode());
    if (!integral) {
      return DoubleNode.valueOf(current.asDouble() + value.asDouble());
    }
    long sum = current.asLong() + value.asLong();
    // As a parser would have it, so that equal numbers are equal nodes.
    return sum == (int) sum ? IntNode.valueOf((int) sum) : LongNode.valueOf(sum);
  }
}
