package io.twinbus.local.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.IntPredicate;

/**
 * A disk below a page cache: each call that changes it can fail, and a crash keeps what was forced.
 *
 * <p>A failed write has written half of its bytes. What was not forced may be there all the same
 * after a crash, up to some byte. A name is durable when its directory was forced. Not thread-safe.
 */
final class FailingDisk implements Disk {

  /** A file: as programs read it, and as it is without power. */
  private static final class Content {
    private byte[] cached = new byte[0];
    private byte[] durable = new byte[0];
    private final BitSet dirty = new BitSet();
  }

  private Map<Path, Content> names = new HashMap<>();
  private Map<Path, Content> durableNames = new HashMap<>();
  private IntPredicate fails = call -> false;
  private Runnable look = () -> {};
  private int calls;

  /** From now on the calls fail whose number, from 1, is chosen. */
  void failWhen(IntPredicate choice) {
    fails = choice;
  }

  /** Runs {@code look} before each call, and in the middle of one that fails. */
  void beforeEach(Runnable each) {
    look = each;
  }

  int calls() {
    return calls;
  }

  /** What a machine finds that lost its power now. */
  FailingDisk afterPowerLoss(Random random) {
    FailingDisk left = new FailingDisk();
    durableNames.forEach(
        (name, content) -> {
          Content copy = new Content();
          copy.cached = content.durable.clone();
          int kept = random.nextInt(content.dirty.cardinality() + 1);
          content.dirty.stream().limit(kept).forEach(at -> put(copy, at, content.cached[at]));
          copy.durable = copy.cached.clone();
          left.names.put(name, copy);
        });
    left.durableNames = new HashMap<>(left.names);
    return left;
  }

  private static void put(Content content, int at, byte value) {
    if (at >= content.cached.length) {
      content.cached = Arrays.copyOf(content.cached, at + 1);
    }
    content.cached[at] = value;
  }

  private boolean begins() {
    look.run();
    return fails.test(++calls);
  }

  private IOException failure() {
    look.run();
    return new IOException("Input/output error");
  }

  @Override
  public FileChannel open(Path file) {
    return new MemoryChannel(names.computeIfAbsent(file, absent -> new Content()));
  }

  @Override
  public void delete(Path file) throws IOException {
    if (begins()) {
      throw failure();
    }
    names.remove(file);
  }

  @Override
  public void move(Path from, Path to) throws IOException {
    if (begins()) {
      throw failure();
    }
    Content moved = names.remove(from);
    names = new HashMap<>(names);
    names.put(to, moved == null ? new Content() : moved);
  }

  @Override
  public void forceDirectory(Path directory) throws IOException {
    if (begins()) {
      throw failure();
    }
    durableNames = new HashMap<>(names);
  }

  /** An open file; only what the log uses. */
  private final class MemoryChannel extends UnsupportedChannel {

    private final Content content;

    MemoryChannel(Content content) {
      this.content = content;
    }

    @Override
    public int read(ByteBuffer into, long position) {
      int from = (int) Math.min(position, content.cached.length);
      int count = Math.min(into.remaining(), content.cached.length - from);
      into.put(content.cached, from, count);
      return count == 0 ? -1 : count;
    }

    @Override
    public int write(ByteBuffer from, long position) throws IOException {
      boolean isFailing = begins();
      int count = isFailing ? from.remaining() / 2 : from.remaining();
      for (int i = 0; i < count; i++) {
        put(content, (int) position + i, from.get());
        content.dirty.set((int) position + i);
      }
      if (isFailing) {
        throw failure();
      }
      return count;
    }

    @Override
    public long size() {
      return content.cached.length;
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
      if (begins()) {
        throw failure();
      }
      if (size < content.cached.length) {
        content.cached = Arrays.copyOf(content.cached, (int) size);
        content.dirty.clear((int) size, Integer.MAX_VALUE);
      }
      return this;
    }

    @Override
    public void force(boolean metaData) throws IOException {
      if (begins()) {
        content.dirty.clear();
        throw failure();
      }
      byte[] next = Arrays.copyOf(content.durable, content.cached.length);
      content.dirty.stream().forEach(at -> next[at] = content.cached[at]);
      content.durable = next;
      content.dirty.clear();
    }
  }
}
