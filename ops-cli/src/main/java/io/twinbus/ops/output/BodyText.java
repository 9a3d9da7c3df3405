package io.twinbus.ops.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.twinbus.protocol.text.Printable;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A message's body as a person may read it: text where it is UTF-8, hexadecimal lines otherwise.
 *
 * <p>JSON of at most {@value #MAX_DEPTH} levels is laid out over several lines where that is wished
 * for and the body is whole. Characters that could move the cursor or turn the direction of writing
 * are escaped; line ends and tabs stay. Stateless; thread-safe.
 */
public final class BodyText {

  /** How many bytes of a body are shown: 64 KiB. A file takes all. */
  public static final int MAX_SHOWN = 64 * 1_024;

  /**
   * Each level indents every line within it: a deeper body would be printed many times as large.
   */
  private static final int MAX_DEPTH = 32;

  private static final int HEX_LINE = 16;
  private static final int UTF8_TAIL = 3;
  private static final ObjectReader JSON =
      new ObjectMapper(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
                  .build())
          .readerFor(JsonNode.class)
          .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private BodyText() {}

  /**
   * The first {@value #MAX_SHOWN} bytes of {@code body}.
   *
   * @param isPretty whether JSON is laid out over several lines
   */
  public static String of(byte[] body, boolean isPretty) {
    byte[] shown = body.length > MAX_SHOWN ? Arrays.copyOf(body, MAX_SHOWN) : body;
    return text(shown, body.length > MAX_SHOWN)
        .map(text -> isPretty && shown == body ? pretty(text) : safe(text))
        .orElseGet(() -> hex(shown));
  }

  /** Whether the first bytes of {@code body} that are shown are text. */
  public static boolean isText(byte[] body) {
    byte[] shown = body.length > MAX_SHOWN ? Arrays.copyOf(body, MAX_SHOWN) : body;
    return text(shown, body.length > MAX_SHOWN).isPresent();
  }

  /** Whether all of {@code body} is text. */
  public static boolean isUtf8(byte[] body) {
    return text(body, false).isPresent();
  }

  /** A cut may fall into a character, of which at most three bytes are then left out. */
  private static Optional<String> text(byte[] bytes, boolean isCut) {
    for (int tail = 0; tail <= (isCut ? UTF8_TAIL : 0); tail++) {
      try {
        return Optional.of(
            StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes, 0, bytes.length - tail))
                .toString());
      } catch (CharacterCodingException e) {
        // not text, or cut within a character
      }
    }
    return Optional.empty();
  }

  private static String pretty(String text) {
    if (text.isBlank()) {
      return text;
    }
    try {
      return JsonText.pretty(JSON.readTree(text));
    } catch (JsonProcessingException e) {
      return safe(text);
    }
  }

  private static String safe(String text) {
    return Arrays.stream(text.split("\n", -1))
        .map(BodyText::line)
        .collect(Collectors.joining("\n"));
  }

  private static String line(String line) {
    return Arrays.stream(line.split("\t", -1)).map(Printable::of).collect(Collectors.joining("\t"));
  }

  /** Lines of offset, sixteen bytes, and those of them that are ASCII. */
  private static String hex(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < bytes.length; at += HEX_LINE) {
      byte[] row = Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + HEX_LINE));
      String ascii = new String(row, StandardCharsets.ISO_8859_1).replaceAll("[^ -~]", ".");
      text.append(
          "%08x  %-47s  %s\n".formatted(at, HexFormat.ofDelimiter(" ").formatHex(row), ascii));
    }
    return text.toString().stripTrailing();
  }
}
