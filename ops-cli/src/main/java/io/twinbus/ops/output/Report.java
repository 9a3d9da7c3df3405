package io.twinbus.ops.output;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;

/** What a command found, in each format that may be asked for. */
public interface Report {

  /** As a person reads it. */
  void print(PrintWriter out);

  /** As programs read it; the documents have stable fields. */
  Iterable<ObjectNode> documents();

  /** Whether JSON is one document rather than a list of them. */
  boolean isSingle();

  /** The fields of a line of CSV, as dotted paths into a document. */
  Iterable<String> fields();

  /** Prints it in {@code format}. */
  default void print(OutputFormat format, PrintWriter out) {
    switch (format) {
      case TABLE -> print(out);
      case JSON ->
          out.println(JsonText.pretty(isSingle() ? documents().iterator().next() : list()));
      case JSONL -> documents().forEach(document -> out.println(JsonText.line(document)));
      case CSV -> CsvText.print(fields(), documents(), out);
    }
  }

  private ArrayNode list() {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    documents().forEach(list::add);
    return list;
  }
}
