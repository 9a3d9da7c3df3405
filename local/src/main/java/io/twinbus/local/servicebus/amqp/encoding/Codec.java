package io.twinbus.local.servicebus.amqp.encoding;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.codec.AMQPDefinedTypes;
import org.apache.qpid.proton.codec.DecoderImpl;
import org.apache.qpid.proton.codec.EncoderImpl;
import org.apache.qpid.proton.codec.WritableBuffer;
import org.apache.qpid.proton.message.Message;

/** proton-j's encoder and decoder for single values. Not thread-safe: one a namespace. */
public final class Codec {
  private static final int FIRST_SCRATCH_BYTES = 64 * 1024;
  private static final int MAX_SCRATCH_BYTES = 256 * 1024 * 1024;

  private final DecoderImpl decoder = new DecoderImpl();
  private final EncoderImpl encoder = new EncoderImpl(decoder);
  private byte[] scratch = new byte[FIRST_SCRATCH_BYTES];

  /** Something that writes values or bytes one after the other. */
  public interface Writer {
    void writeTo(EncoderImpl encoder, WritableBuffer buffer);
  }

  /** Bytes that are valid until the next use of the codec. */
  public static final class Encoded {
    private final byte[] array;
    private final int length;

    Encoded(byte[] array, int length) {
      this.array = array;
      this.length = length;
    }

    /** The bytes, from the first on. */
    public byte[] array() {
      return array;
    }

    /** How many of them there are. */
    public int length() {
      return length;
    }

    /** The bytes for good. */
    public byte[] copy() {
      return Arrays.copyOf(array, length);
    }
  }

  /** A codec that knows all types of AMQP. */
  public Codec() {
    AMQPDefinedTypes.registerAllTypes(decoder, encoder);
  }

  /** The value that a section holds. */
  public Object read(byte[] bytes, Sections.Section section) throws MalformedMessageException {
    decoder.setByteBuffer(ByteBuffer.wrap(bytes, section.start(), section.length()));
    try {
      return decoder.readObject();
    } catch (RuntimeException e) {
      throw new MalformedMessageException("A section of the message cannot be decoded.", e);
    }
  }

  /** The bytes of what a writer writes. */
  public Encoded write(Writer writer) {
    while (true) {
      WritableBuffer.ByteBufferWrapper out =
          new WritableBuffer.ByteBufferWrapper(ByteBuffer.wrap(scratch));
      encoder.setByteBuffer(out);
      try {
        writer.writeTo(encoder, out);
        return new Encoded(scratch, out.position());
      } catch (BufferOverflowException | IndexOutOfBoundsException e) {
        if (scratch.length >= MAX_SCRATCH_BYTES) {
          throw e;
        }
        scratch = new byte[scratch.length * 2];
      }
    }
  }

  /** Decodes a whole message that has one body section, as requests have. */
  public static Message decode(byte[] bytes) throws MalformedMessageException {
    Message message = Message.Factory.create();
    try {
      message.decode(bytes, 0, bytes.length);
    } catch (RuntimeException e) {
      throw new MalformedMessageException("The request is no AMQP message.", e);
    }
    return message;
  }

  /** The bytes of a whole message. */
  public Encoded encode(Message message) {
    while (true) {
      try {
        return new Encoded(scratch, message.encode(scratch, 0, scratch.length));
      } catch (BufferOverflowException | IndexOutOfBoundsException e) {
        if (scratch.length >= MAX_SCRATCH_BYTES) {
          throw e;
        }
        scratch = new byte[scratch.length * 2];
      }
    }
  }

  /** The bytes of a binary value. */
  public static byte[] bytes(Binary binary) {
    int from = binary.getArrayOffset();
    return Arrays.copyOfRange(binary.getArray(), from, from + binary.getLength());
  }
}
