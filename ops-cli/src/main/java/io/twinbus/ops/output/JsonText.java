package io.twinbus.ops.output;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.twinbus.protocol.text.Printable;
import org.jspecify.annotations.Nullable;

/**
 * JSON documents as text. What {@link Printable} takes for unsafe is written as a JSON escape, so
 * that a terminal shows it and a program reads the exact value. Thread-safe.
 */
public final class JsonText {

  private static final ObjectMapper JSON =
      new ObjectMapper(new JsonFactoryBuilder().characterEscapes(new UnsafeEscapes()).build());

  private JsonText() {}

  /** {@code node} over several lines, for people and programs alike. */
  public static String pretty(JsonNode node) {
    return written(JSON.writerWithDefaultPrettyPrinter(), node);
  }

  /** {@code node} on one line. */
  public static String line(JsonNode node) {
    return written(JSON.writer(), node);
  }

  private static String written(ObjectWriter writer, JsonNode node) {
    try {
      return writer.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A JSON tree can always be written.", e);
    }
  }

  private static final class UnsafeEscapes extends CharacterEscapes {

    private static final long serialVersionUID = 1L;
    private static final int DEL = 0x7f;

    private final int[] ascii = standardAsciiEscapesForJSON();

    UnsafeEscapes() {
      ascii[DEL] = ESCAPE_STANDARD;
    }

    @Override
    public int[] getEscapeCodesForAscii() {
      return ascii.clone();
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int character) {
      return Printable.isUnsafe((char) character)
          ? new SerializedString("\\u%04X".formatted(character))
          : null;
    }
  }
}
