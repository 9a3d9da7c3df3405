package io.twinbus.sender.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A disk below a page cache: each call that changes it can fail, and a crash keeps what was forced.
 *
 * <p>A failed append has written half of its bytes. A failed force has dropped the pages that it
 * was for and calls them clean, as Linux does; until the crash they can still be read. Thread-safe.
 */
public final class FailingDisk implements JournalFiles {

  /** A call that changes the disk. */
  public enum Call {
    APPEND,
    TRUNCATE,
    FORCE,
    DELETE,
    NOTE
  }

  private static final class File {
    private byte[] cached = new byte[0];
    private byte[] durable = new byte[0];
    private final BitSet dirty = new BitSet();

    private void flush() {
      byte[] next = Arrays.copyOf(durable, cached.length);
      dirty.stream().filter(at -> at < cached.length).forEach(at -> next[at] = cached[at]);
      durable = next;
      dirty.clear();
    }

    private void cut(int size) {
      cached = Arrays.copyOf(cached, Math.min(size, cached.length));
      dirty.clear(cached.length, Integer.MAX_VALUE);
    }

    private void add(byte[] bytes) {
      int at = cached.length;
      cached = Arrays.copyOf(cached, at + bytes.length);
      System.arraycopy(bytes, 0, cached, at, bytes.length);
      dirty.set(at, cached.length);
    }
  }

  private final TreeMap<Long, File> files = new TreeMap<>();
  private final String boot;
  private @Nullable String note;
  private BiPredicate<Call, Integer> fails = (call, number) -> false;
  private Runnable before = () -> {};
  private int calls;

  /** Empty, in a machine's boot called {@code boot}. */
  public FailingDisk(String boot) {
    this.boot = boot;
  }

  /** From now on a call fails when {@code choice} says so of it and its number, from 1. */
  public synchronized void failWhen(BiPredicate<Call, Integer> choice) {
    fails = choice;
  }

  /** Runs {@code look} before each call, and once more in the middle of it where it fails. */
  public synchronized void beforeEach(Runnable look) {
    before = look;
  }

  /** How many calls there were. */
  public synchronized int calls() {
    return calls;
  }

  /** What a machine finds that lost its power now, and is in its next boot: what was forced. */
  public FailingDisk afterPowerLoss() {
    return afterPowerLoss(dirty -> 0);
  }

  /** The same, where some of what was not forced has reached the disk by itself. */
  public FailingDisk afterPowerLoss(Random random) {
    return afterPowerLoss(dirty -> random.nextInt(dirty + 1));
  }

  private synchronized FailingDisk afterPowerLoss(IntUnaryOperator kept) {
    FailingDisk left = new FailingDisk(boot + "+");
    files.forEach(
        (number, file) -> {
          File copy = new File();
          copy.cached = file.durable.clone();
          file.dirty.stream()
              .limit(kept.applyAsInt(file.dirty.cardinality()))
              .forEach(at -> keep(copy, at, file.cached[at]));
          copy.durable = copy.cached.clone();
          left.files.put(number, copy);
        });
    left.note = note;
    return left;
  }

  private static void keep(File copy, int at, byte value) {
    if (at >= copy.cached.length) {
      copy.cached = Arrays.copyOf(copy.cached, at + 1);
    }
    copy.cached[at] = value;
  }

  /** Whether it fails, after it was noted. */
  private boolean begin(Call call) {
    before.run();
    return fails.test(call, ++calls);
  }

  private IOException failure() {
    before.run();
    return new IOException("Input/output error");
  }

  @Override
  public synchronized List<Long> segments() {
    return List.copyOf(files.keySet());
  }

  @Override
  public synchronized long size(long segment) throws IOException {
    return file(segment).cached.length;
  }

  @Override
  public synchronized void read(long segment, long offset, ByteBuffer into) throws IOException {
    byte[] bytes = file(segment).cached;
    int from = (int) Math.min(offset, bytes.length);
    into.put(bytes, from, Math.min(into.remaining(), bytes.length - from));
  }

  @Override
  public synchronized void append(long segment, ByteBuffer bytes) throws IOException {
    boolean isFailing = begin(Call.APPEND);
    byte[] some = new byte[isFailing ? bytes.remaining() / 2 : bytes.remaining()];
    bytes.get(some);
    files.computeIfAbsent(segment, number -> new File()).add(some);
    if (isFailing) {
      throw failure();
    }
  }

  @Override
  public synchronized void truncate(long segment, long size) throws IOException {
    boolean isFailing = begin(Call.TRUNCATE);
    File file = file(segment);
    file.cut((int) size);
    if (isFailing) {
      file.dirty.clear(); // its force has failed
      throw failure();
    }
    file.flush();
  }

  @Override
  public synchronized void force(long segment) throws IOException {
    File file = file(segment);
    if (begin(Call.FORCE)) {
      file.dirty.clear();
      throw failure();
    }
    file.flush();
  }

  @Override
  public synchronized void delete(long segment) throws IOException {
    if (begin(Call.DELETE)) {
      throw failure();
    }
    files.remove(segment);
  }

  @Override
  public synchronized Optional<String> note() {
    return Optional.ofNullable(note);
  }

  @Override
  public synchronized void note(String text) throws IOException {
    if (begin(Call.NOTE)) {
      throw failure();
    }
    note = text;
  }

  @Override
  public String bootId() {
    return boot;
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
