package io.twinbus.ops.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Documents as comma-separated values: RFC 4180, lists and objects as JSON in one cell. */
final class CsvText {

  private CsvText() {}

  static void print(Iterable<String> fields, Iterable<ObjectNode> documents, PrintWriter out) {
    out.println(String.join(",", fields));
    for (ObjectNode document : documents) {
      List<String> cells = new ArrayList<>();
      for (String field : fields) {
        JsonNode value = document.at("/" + field.replace('.', '/'));
        boolean isNothing = value.isMissingNode() || value.isNull();
        cells.add(
            isNothing ? "" : quoted(value.isContainerNode() ? value.toString() : value.asText()));
      }
      out.println(String.join(",", cells));
    }
  }

  private static String quoted(String text) {
    boolean isPlain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return isPlain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
