package io.twinbus.sender.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * The port to the disk: numbered files, called segments, that only grow at their end, and one small
 * note.
 *
 * <p>Appended bytes survive the end of the process; forced bytes survive the end of the machine. A
 * method that names a missing segment fails with {@link java.nio.file.NoSuchFileException}. One
 * thread may read while another appends; otherwise not thread-safe.
 */
public interface JournalFiles extends AutoCloseable {

  /** The numbers of the segments, ascending. */
  List<Long> segments() throws IOException;

  /** The size of a segment in bytes. */
  long size(long segment) throws IOException;

  /** Reads from {@code offset} until {@code into} is full or the segment ends. */
  void read(long segment, long offset, ByteBuffer into) throws IOException;

  /** Appends to a segment, and creates it when it does not exist. */
  void append(long segment, ByteBuffer bytes) throws IOException;

  /** Cuts a segment to {@code size} bytes, durably. */
  void truncate(long segment, long size) throws IOException;

  /** Makes everything appended to a segment, and the segment itself, durable. */
  void force(long segment) throws IOException;

  /** Deletes a segment, durably; nothing happens when it does not exist. */
  void delete(long segment) throws IOException;

  /** The note; empty when none was ever written. */
  Optional<String> note() throws IOException;

  /** Replaces the note, durably and as a whole. */
  void note(String text) throws IOException;

  /** The identity of the machine's present boot; empty where the system does not tell it. */
  String bootId();

  /** The name of a segment in sentences for people. */
  String nameOf(long segment);

  @Override
  void close() throws IOException;
}
