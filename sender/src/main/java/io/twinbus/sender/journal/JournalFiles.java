package io.twinbus.sender.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * The port to the disk: numbered files that only grow at their end, and one small note.
 *
 * <p>What was appended survives the end of the process; what was forced survives the end of the
 * machine. Asking for a segment that there is not fails with {@link
 * java.nio.file.NoSuchFileException}. Reading may go on beside appending, on another thread;
 * otherwise not thread-safe.
 */
public interface JournalFiles extends AutoCloseable {

  /** The numbers of the segments there are, ascending. */
  List<Long> segments() throws IOException;

  /** How many bytes a segment has. */
  long size(long segment) throws IOException;

  /** Reads from {@code offset} on until {@code into} is full or the segment ends. */
  void read(long segment, long offset, ByteBuffer into) throws IOException;

  /** Appends to a segment, which is created when there is none. */
  void append(long segment, ByteBuffer bytes) throws IOException;

  /** Cuts a segment off behind {@code size} bytes, durably. */
  void truncate(long segment, long size) throws IOException;

  /** Makes everything appended to a segment, and the segment itself, durable. */
  void force(long segment) throws IOException;

  /** Deletes a segment. */
  void delete(long segment) throws IOException;

  /** The note; empty: none was ever left. */
  Optional<String> note() throws IOException;

  /** Replaces the note, durably and as a whole. */
  void note(String text) throws IOException;

  /** How a segment is called in sentences for people. */
  String nameOf(long segment);

  @Override
  void close() throws IOException;
}
