package io.twinbus.local.cosmos.http;

/** The body of a request or reply; the bytes are not copied and must not be changed. */
public final class Content {
  /** No bytes. */
  public static final Content NONE = new Content(new byte[0]);

  private final byte[] bytes;

  private Content(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A body of these bytes. */
  public static Content of(byte[] bytes) {
    return new Content(bytes);
  }

  /** The bytes. */
  public byte[] bytes() {
    return bytes;
  }

  /** How many bytes there are. */
  public int length() {
    return bytes.length;
  }
}
