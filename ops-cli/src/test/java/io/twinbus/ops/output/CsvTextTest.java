package io.twinbus.ops.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTextTest {

  /** What OWASP names, and the full-width twins. */
  @ParameterizedTest
  @ValueSource(
      chars = {'=', '+', '-', '@', '\t', '\r', '\n', '\uff1d', '\uff0b', '\uff0d', '\uff20'})
  void aTextThatBeginsLikeAFormulaGetsAQuoteBeforeIt(char first) {
    String cell = cell(document().put("a", first + "1+cmd|' /C calc'!A0"));

    assertThat(cell).startsWith("'").endsWith("1+cmd|' /C calc'!A0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TW-1", "a=1", "'=1", "Zürich", "1+1", " =1"})
  void anyOtherTextStaysAsItIs(String text) {
    assertThat(cell(document().put("a", text))).isEqualTo(text);
  }

  @Test
  void aNumberIsANumberAlsoBelowZero() {
    assertThat(cell(document().put("a", -7))).isEqualTo("-7");
    assertThat(cell(document().put("a", -0.5))).isEqualTo("-0.5");
  }

  @Test
  void whatWouldEndACellIsQuotedAndWhatWouldEndALineIsEscaped() {
    assertThat(cell(document().put("a", "b,\"c\""))).isEqualTo("\"b,\"\"c\"\"\"");
    assertThat(cell(document().put("a", "b\r\nc\u202e"))).isEqualTo("b\\u000D\\u000Ac\\u202E");
  }

  /** A list is JSON in one cell, which no spreadsheet takes for a formula. */
  @Test
  void aListIsOneCellAndNothingIsAnEmptyOne() {
    ObjectNode document = document();
    document.putArray("a").add("=1+1").add("x");

    assertThat(cell(document)).isEqualTo("\"[\"\"=1+1\"\",\"\"x\"\"]\"");
    assertThat(cell(document().putNull("a"))).isEmpty();
    assertThat(cell(document())).isEmpty();
  }

  private static ObjectNode document() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static String cell(ObjectNode document) {
    StringWriter out = new StringWriter();
    PrintWriter lines = new PrintWriter(out);
    CsvText.print(List.of("a"), List.of(document), lines);
    lines.flush();
    List<String> printed = out.toString().lines().toList();
    assertThat(printed.get(0)).isEqualTo("a");
    assertThat(printed).hasSizeLessThanOrEqualTo(2);
    return printed.size() == 1 ? "" : printed.get(1);
  }
}
