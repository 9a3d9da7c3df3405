package io.twinbus.sender.journal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Files in memory that can crash, losing any part of what was not forced, and can be full. */
public final class MemoryFiles implements JournalFiles {

  private static final class File {
    private byte[] bytes = new byte[0];
    private int forced;
  }

  private final TreeMap<Long, File> files = new TreeMap<>();
  private @Nullable String note;
  private int failAfter = Integer.MAX_VALUE;

  /** From now on so many more bytes can be appended, and the rest of an append is lost. */
  public synchronized void failAfter(int bytes) {
    failAfter = bytes;
  }

  /** Whether nothing more can be appended. */
  public synchronized boolean isFull() {
    return failAfter == 0;
  }

  /** How many bytes of a segment were forced. */
  public int forced(long segment) throws IOException {
    return file(segment).forced;
  }

  /** What is left when the last segment keeps only its first {@code size} bytes. */
  public MemoryFiles crashed(int size) {
    MemoryFiles left = new MemoryFiles();
    files.forEach((number, file) -> left.put(number, file.bytes));
    File last = left.files.lastEntry().getValue();
    last.bytes = Arrays.copyOf(last.bytes, Math.min(size, last.bytes.length));
    last.forced = last.bytes.length;
    left.note = note;
    return left;
  }

  /** The same files with one byte changed. */
  public MemoryFiles damaged(long segment, int at) {
    MemoryFiles left = crashed(Integer.MAX_VALUE);
    byte[] bytes = Objects.requireNonNull(left.files.get(segment)).bytes;
    bytes[at] = (byte) (bytes[at] ^ 0x40);
    return left;
  }

  private void put(long segment, byte[] bytes) {
    File copy = new File();
    copy.bytes = bytes.clone();
    copy.forced = bytes.length;
    files.put(segment, copy);
  }

  @Override
  public synchronized List<Long> segments() {
    return List.copyOf(files.keySet());
  }

  @Override
  public synchronized long size(long segment) throws IOException {
    return file(segment).bytes.length;
  }

  @Override
  public synchronized void read(long segment, long offset, ByteBuffer into) throws IOException {
    byte[] bytes = file(segment).bytes;
    int from = (int) Math.min(offset, bytes.length);
    into.put(bytes, from, Math.min(into.remaining(), bytes.length - from));
  }

  @Override
  public synchronized void append(long segment, ByteBuffer bytes) throws IOException {
    File file = files.computeIfAbsent(segment, number -> new File());
    int fits = Math.min(failAfter, bytes.remaining());
    byte[] some = new byte[fits];
    bytes.get(some);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(file.bytes);
    all.writeBytes(some);
    file.bytes = all.toByteArray();
    failAfter -= failAfter == Integer.MAX_VALUE ? 0 : fits;
    if (bytes.hasRemaining()) {
      throw new IOException("No space left on device");
    }
  }

  @Override
  public synchronized void truncate(long segment, long size) throws IOException {
    File file = file(segment);
    file.bytes = Arrays.copyOf(file.bytes, (int) size);
    file.forced = file.bytes.length;
  }

  @Override
  public synchronized void force(long segment) throws IOException {
    file(segment).forced = file(segment).bytes.length;
  }

  @Override
  public synchronized void delete(long segment) {
    files.remove(segment);
  }

  @Override
  public synchronized Optional<String> note() {
    return Optional.ofNullable(note);
  }

  @Override
  public synchronized void note(String text) {
    note = text;
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
  public void close() {}

  private File file(long segment) throws IOException {
    File file = files.get(segment);
    if (file == null) {
      throw new NoSuchFileException(nameOf(segment));
    }
    return file;
  }
}
