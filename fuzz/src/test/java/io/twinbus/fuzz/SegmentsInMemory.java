package io.twinbus.fuzz;

import io.twinbus.sender.journal.JournalFiles;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** A journal's files in memory, whose bytes can be changed. Not thread-safe. */
final class SegmentsInMemory implements JournalFiles {

  private final TreeMap<Long, byte[]> segments = new TreeMap<>();
  private Optional<String> note = Optional.empty();

  /** Changes a byte of the last segment, if it is that long. */
  void overwrite(int at, byte value) {
    if (!segments.isEmpty() && at < segments.lastEntry().getValue().length) {
      segments.lastEntry().getValue()[at] = value;
    }
  }

  /** Appends to a segment {@code ahead} of the last one; none for no bytes. */
  void appendRaw(int ahead, byte[] bytes) {
    if (bytes.length > 0) {
      append((segments.isEmpty() ? 1 : segments.lastKey()) + ahead, ByteBuffer.wrap(bytes));
    }
  }

  @Override
  public List<Long> segments() {
    return List.copyOf(segments.keySet());
  }

  @Override
  public long size(long segment) throws NoSuchFileException {
    return bytes(segment).length;
  }

  @Override
  public void read(long segment, long offset, ByteBuffer into) throws NoSuchFileException {
    byte[] bytes = bytes(segment);
    int from = (int) Math.min(offset, bytes.length);
    into.put(bytes, from, Math.min(into.remaining(), bytes.length - from));
  }

  @Override
  public void append(long segment, ByteBuffer bytes) {
    byte[] before = segments.getOrDefault(segment, new byte[0]);
    byte[] after = Arrays.copyOf(before, before.length + bytes.remaining());
    bytes.get(after, before.length, bytes.remaining());
    segments.put(segment, after);
  }

  @Override
  public void truncate(long segment, long size) throws NoSuchFileException {
    segments.put(segment, Arrays.copyOf(bytes(segment), (int) size));
  }

  @Override
  public void force(long segment) {
    // Memory forgets all at once.
  }

  @Override
  public void delete(long segment) {
    segments.remove(segment);
  }

  @Override
  public Optional<String> note() {
    return note;
  }

  @Override
  public void note(String text) {
    note = Optional.of(text);
  }

  @Override
  public String bootId() {
    return "boot";
  }

  @Override
  public String nameOf(long segment) {
    return "segment " + segment;
  }

  @Override
  public void close() {
    // Nothing is open.
  }

  private byte[] bytes(long segment) throws NoSuchFileException {
    byte[] bytes = segments.get(segment);
    if (bytes == null) {
      throw new NoSuchFileException(nameOf(segment));
    }
    return bytes;
  }
}
