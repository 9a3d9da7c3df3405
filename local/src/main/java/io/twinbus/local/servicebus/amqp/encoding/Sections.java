package io.twinbus.local.servicebus.amqp.encoding;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds where the sections of an encoded message begin and end, without decoding them.
 *
 * <p>So what the broker has no business with (bodies of every kind, properties, footers) reaches
 * the receiver byte for byte.
 */
public final class Sections {
  public static final int HEADER = 0x70;
  public static final int DELIVERY_ANNOTATIONS = 0x71;
  public static final int MESSAGE_ANNOTATIONS = 0x72;
  public static final int PROPERTIES = 0x73;
  public static final int APPLICATION_PROPERTIES = 0x74;
  public static final int DATA = 0x75;
  public static final int FOOTER = 0x78;

  private static final int SMALL_ULONG = 0x53;
  private static final int ULONG = 0x80;
  private static final int MAX_SECTIONS = 100_000;

  /** One section: its descriptor code, and its bytes from the descriptor to {@code end}. */
  public record Section(int code, int start, int end) {
    int length() {
      return end - start;
    }
  }

  private Sections() {}

  /** The sections of a message, in their order. */
  public static List<Section> of(byte[] message) throws MalformedMessageException {
    ByteBuffer in = ByteBuffer.wrap(message);
    List<Section> sections = new ArrayList<>(4);
    while (in.hasRemaining()) {
      if (sections.size() == MAX_SECTIONS) {
        throw new MalformedMessageException("A message has more than 100000 sections.");
      }
      int start = in.position();
      try {
        int code = readDescriptor(in);
        skipValue(in);
        sections.add(new Section(code, start, in.position()));
      } catch (java.nio.BufferUnderflowException | IllegalArgumentException e) {
        throw new MalformedMessageException("A section of the message is cut off.", e);
      }
    }
    return sections;
  }

  private static int readDescriptor(ByteBuffer in) throws MalformedMessageException {
    if (in.get() != 0) {
      throw new MalformedMessageException("A section does not begin with a descriptor.");
    }
    int format = in.get() & 0xff;
    long code =
        switch (format) {
          case SMALL_ULONG -> in.get() & 0xff;
          case ULONG -> in.getLong();
          default -> -1;
        };
    if (code < HEADER || code > FOOTER) {
      throw new MalformedMessageException("A section has a descriptor that is none of a message.");
    }
    return (int) code;
  }

  /** Skips one value by the width that the upper half of its format code tells. */
  private static void skipValue(ByteBuffer in) throws MalformedMessageException {
    int format = in.get() & 0xff;
    int width =
        switch (format >>> 4) {
          case 0x4 -> 0;
          case 0x5 -> 1;
          case 0x6 -> 2;
          case 0x7 -> 4;
          case 0x8 -> 8;
          case 0x9 -> 16;
          case 0xa, 0xc, 0xe -> in.get() & 0xff;
          case 0xb, 0xd, 0xf -> in.getInt();
          default -> throw new MalformedMessageException("A value has an unknown format code.");
        };
    in.position(in.position() + width);
  }
}
