package io.twinbus.ops.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ops.output.BodyText;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** How a body is printed: text, JSON, or bytes. */
class BodyTextTest {

  @Test
  void textStaysAsItIsOverItsLines() {
    assertThat(shown("größe\n\tzwei\n", true)).isEqualTo("größe\n\tzwei\n");
  }

  @Test
  void jsonIsLaidOutOnATerminalAlone() {
    assertThat(shown("{\"a\":[1,2]}", true)).isEqualTo("{\n  \"a\" : [ 1, 2 ]\n}");
    assertThat(shown("{\"a\":[1,2]}", false)).isEqualTo("{\"a\":[1,2]}");
  }

  @Test
  void whatOnlyBeginsAsJsonStaysText() {
    assertThat(shown("{\"a\":1} and more", true)).isEqualTo("{\"a\":1} and more");
    assertThat(shown("[".repeat(5_000), true)).isEqualTo("[".repeat(5_000));
  }

  @Test
  void aDeepBodyIsNotPrintedManyTimesAsLarge() {
    String deep = "{\"a\":".repeat(900) + "1" + ",\"b\":2}".repeat(900);

    assertThat(shown(deep, true)).isEqualTo(deep);
  }

  @Test
  void controlCharactersAreEscapedInTextAndInJson() {
    assertThat(shown("\u001b[2Jred\r\n\u202eabc", true))
        .isEqualTo("\\u001B[2Jred\\u000D\n\\u202Eabc");
    assertThat(shown("{\"a\":\"\u009b\u202e\"}", true)).doesNotContain("\u009b", "\u202e");
  }

  @Test
  void bytesAreHexadecimalWithTheirOffsets() {
    byte[] bytes = {(byte) 0xff, 0, 'a', 'b', '\n', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 'z'};

    assertThat(BodyText.of(bytes, true).lines())
        .containsExactly(
            "00000000  ff 00 61 62 0a 01 02 03 04 05 06 07 08 09 0a 0b  ..ab............",
            "00000010  7a                                               z");
    assertThat(BodyText.isText(bytes)).isFalse();
  }

  @Test
  void noMoreThanTheBoundIsShownAndACutCharacterIsLeftOut() {
    String text = "a" + "語".repeat(BodyText.MAX_SHOWN);

    String shown = shown(text, true);

    assertThat(text).startsWith(shown);
    assertThat(shown.getBytes(StandardCharsets.UTF_8).length)
        .isBetween(BodyText.MAX_SHOWN - 3, BodyText.MAX_SHOWN);
    assertThat(BodyText.of(new byte[2 * BodyText.MAX_SHOWN], true).lines()).hasSize(1);
  }

  @Test
  void anEmptyBodyIsEmptyText() {
    assertThat(shown("", true)).isEmpty();
  }

  private static String shown(String text, boolean isPretty) {
    return BodyText.of(text.getBytes(StandardCharsets.UTF_8), isPretty);
  }
}
