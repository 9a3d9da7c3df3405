package io.twinbus.sender.journal;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;

/** Writes and reads the values inside records: texts, and the types of application properties. */
final class ValueCodec {

  private ValueCodec() {}

  static void text(String text, DataOutputStream out) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static String text(DataInputStream in) throws IOException {
    return new String(bytes(in.readInt(), in), StandardCharsets.UTF_8);
  }

  static void optional(Optional<String> text, DataOutputStream out) throws IOException {
    out.writeBoolean(text.isPresent());
    if (text.isPresent()) {
      text(text.get(), out);
    }
  }

  static Optional<String> optional(DataInputStream in) throws IOException {
    return in.readBoolean() ? Optional.of(text(in)) : Optional.empty();
  }

  static byte[] bytes(int length, DataInputStream in) throws IOException {
    if (length < 0 || length > in.available()) {
      throw new EOFException("a value of " + length + " bytes, but fewer are left");
    }
    return in.readNBytes(length);
  }

  static void property(Object value, DataOutputStream out) throws IOException {
    if (value instanceof String text) {
      out.writeByte('s');
      text(text, out);
    } else if (value instanceof Boolean flag) {
      out.writeByte('z');
      out.writeBoolean(flag);
    } else if (value instanceof Character character) {
      out.writeByte('c');
      out.writeChar(character);
    } else if (value instanceof UUID uuid) {
      out.writeByte('u');
      out.writeLong(uuid.getMostSignificantBits());
      out.writeLong(uuid.getLeastSignificantBits());
    } else {
      number((Number) value, out);
    }
  }

  private static void number(Number value, DataOutputStream out) throws IOException {
    if (value instanceof Double || value instanceof Float) {
      out.writeByte(value instanceof Double ? 'd' : 'f');
      out.writeDouble(value.doubleValue());
      return;
    }
    out.writeByte(
        value instanceof Long
            ? 'l'
            : value instanceof Integer ? 'i' : value instanceof Short ? 'h' : 'b');
    out.writeLong(value.longValue());
  }

  static Object property(DataInputStream in) throws IOException {
    int kind = in.readByte();
    return switch (kind) {
      case 's' -> text(in);
      case 'z' -> in.readBoolean();
      case 'c' -> in.readChar();
      case 'u' -> new UUID(in.readLong(), in.readLong());
      case 'd' -> in.readDouble();
      case 'f' -> (float) in.readDouble();
      case 'l' -> in.readLong();
      case 'i' -> (int) in.readLong();
      case 'h' -> (short) in.readLong();
      case 'b' -> (byte) in.readLong();
      default -> throw new IOException("a property of kind " + kind);
    };
  }
}
