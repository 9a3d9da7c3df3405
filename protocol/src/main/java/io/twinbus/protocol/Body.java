package io.twinbus.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The bytes of a message's body.
 *
 * <p>Compared by content, printed by size. Immutable and thread-safe, as long as nobody writes into
 * the array that {@link #wrap} was given.
 */
public final class Body {

  private static final Body EMPTY = new Body(new byte[0]);

  private final byte[] bytes;

  private Body(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A body without bytes. */
  public static Body empty() {
    return EMPTY;
  }

  /** A body around {@code bytes}, which are not copied and must not change. */
  public static Body wrap(byte[] bytes) {
    return new Body(bytes);
  }

  /** The UTF-8 form of {@code text}. */
  public static Body ofUtf8(String text) {
    return new Body(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A copy of the bytes. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  /**
   * The bytes themselves, without a copy: for who only reads them, and hands them to nobody else.
   */
  public byte[] shared() {
    return bytes;
  }

  /** The bytes, read-only, without a copy. */
  public ByteBuffer asByteBuffer() {
    return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
  }

  /** The bytes read as UTF-8. */
  public String utf8() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** How many bytes there are. */
  public int size() {
    return bytes.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Body body && Arrays.equals(bytes, body.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return bytes.length + " bytes";
  }
}
