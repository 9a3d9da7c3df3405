package io.twinbus.ops.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.protocol.text.Printable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Documents as comma-separated values: RFC 4180, lists and objects as JSON in one cell.
 *
 * <p>A text that a spreadsheet would take for a formula gets a quote before it, as OWASP advises
 * against CSV injection; a text is printed as {@link Printable} has it. JSON has the exact values.
 */
final class CsvText {

  /** With their full-width twins, which some spreadsheets take for the same. */
  private static final String FORMULA_STARTS = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20";

  private CsvText() {}

  static void print(Iterable<String> fields, Iterable<ObjectNode> documents, PrintWriter out) {
    out.println(String.join(",", fields));
    for (ObjectNode document : documents) {
      List<String> cells = new ArrayList<>();
      for (String field : fields) {
        JsonNode value = document.at("/" + field.replace('.', '/'));
        boolean isNothing = value.isMissingNode() || value.isNull();
        cells.add(isNothing ? "" : quoted(text(value)));
      }
      out.println(String.join(",", cells));
    }
  }

  private static String text(JsonNode value) {
    if (value.isContainerNode()) {
      return JsonText.line(value);
    }
    String text = Printable.of(value.asText());
    return value.isTextual() && isFormula(value.asText()) ? "'" + text : text;
  }

  private static boolean isFormula(String text) {
    return !text.isEmpty() && FORMULA_STARTS.indexOf(text.charAt(0)) >= 0;
  }

  private static String quoted(String text) {
    boolean isPlain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return isPlain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
