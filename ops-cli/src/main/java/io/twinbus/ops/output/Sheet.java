package io.twinbus.ops.output;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.protocol.text.Printable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A report about one thing: named lines for people, one document for programs. Not thread-safe. */
public final class Sheet implements Report {

  private static final int NAME_WIDTH = 10;

  private final ObjectNode document;
  private final List<String> lines = new ArrayList<>();

  /** No lines yet, about what {@code document} says. */
  public Sheet(ObjectNode document) {
    this.document = document;
  }

  /** The document, to be added to. */
  public ObjectNode document() {
    return document;
  }

  /** Adds a line. */
  public void line(String name, String value) {
    lines.add(("%-" + NAME_WIDTH + "s %s").formatted(name, Printable.of(value)).stripTrailing());
  }

  /** Adds {@code text}, which is safe to print, behind an empty line. */
  public void block(String text) {
    lines.add("");
    lines.add(text);
  }

  @Override
  public void print(PrintWriter out) {
    lines.forEach(out::println);
  }

  @Override
  public Iterable<ObjectNode> documents() {
    return List.of(document);
  }

  @Override
  public boolean isSingle() {
    return true;
  }

  @Override
  public Iterable<String> fields() {
    List<String> names = new ArrayList<>();
    document.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
