package io.twinbus.local.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The log: groups of changes are appended, and now and then it is rewritten without what is
 * superfluous. Used by one thread.
 */
final class LogFile implements AutoCloseable {
  private static final int REWRITE_RATIO = 3;
  private static final int REWRITE_GROUP_BYTES = 1 << 20;

  private final Disk disk;
  private final Path path;
  private final Keeping keeping;
  private final LogFormat.Writer writer = new LogFormat.Writer();
  private FileChannel file;
  private LogIndex index;
  private long end;

  /**
   * How the log is kept.
   *
   * @param isForced whether each group is forced to the disk, so that it survives a loss of power
   * @param rewrittenAbove below so many bytes a rewrite saves nothing worth the pause
   */
  record Keeping(boolean isForced, long rewrittenAbove) {

    private static final long WORTH_A_PAUSE = 64L << 20;

    static Keeping of(DataDirectory.Durability durability) {
      return new Keeping(durability == DataDirectory.Durability.POWER_LOSS, WORTH_A_PAUSE);
    }
  }

  private LogFile(Disk disk, Path path, Keeping keeping, FileChannel file, LogReader read) {
    this.disk = disk;
    this.path = path;
    this.keeping = keeping;
    this.file = file;
    this.index = read.index();
    this.end = read.end();
  }

  /** A log and what was in it when it was opened. */
  record Opened(LogFile log, LogReader read) {}

  /**
   * Opens a log, or begins one.
   *
   * @throws DataDirectoryException if it is damaged, or of a version that this program cannot read
   */
  static Opened open(Disk disk, Path path, Keeping keeping) throws IOException {
    disk.delete(rewritten(path));
    FileChannel file = disk.open(path);
    try {
      // A shorter file is one whose first process was killed before it had written anything.
      if (file.size() < LogFormat.FILE_HEADER_BYTES) {
        file.write(LogFormat.fileHeader(), 0);
      }
      LogReader read = LogReader.read(path, file);
      file.truncate(read.end());
      if (keeping.isForced()) {
        file.force(true); // what a process wrote that was killed before it forced it
        disk.forceDirectory(directoryOf(path));
      }
      return new Opened(new LogFile(disk, path, keeping, file, read), read);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** Appends groups, each of which is there whole or not at all after a kill. */
  void append(List<Changes> groups) throws IOException {
    writer.clear();
    for (Changes group : groups) {
      writer.beginGroup();
      for (Changes.Change change : group.all()) {
        int at = writer.change(change.map(), change.key(), change.value());
        if (change.key() == null) {
          index.clear(change.map());
        } else if (at < 0) {
          index.remove(change.map(), change.key());
        } else {
          int length = writer.position() - at;
          index.put(change.map(), change.key(), new LogIndex.Slot(end + at, length));
        }
      }
      writer.endGroup();
    }
    end = write(file, writer.written(), end);
    if (keeping.isForced()) {
      file.force(false);
    }
  }

  /** Gives a map its number. */
  void name(KeptMap map) throws IOException {
    index.name(map);
    writer.clear();
    writer.beginGroup();
    writer.nameMap(map);
    writer.endGroup();
    end = write(file, writer.written(), end);
  }

  /** Rewrites the file if most of it is superfluous; it takes about as long as to copy the rest. */
  void rewriteIfWorthwhile() throws IOException {
    if (end < keeping.rewrittenAbove() || end < REWRITE_RATIO * index.liveBytes()) {
      return;
    }
    Path target = rewritten(path);
    FileChannel to = disk.open(target);
    LogIndex newIndex = new LogIndex();
    long newEnd = write(to, LogFormat.fileHeader(), 0);
    List<KeptMap> maps = index.maps();
    newEnd = copyNames(maps, to, newEnd);
    maps.forEach(newIndex::name);
    for (KeptMap map : maps) {
      newEnd = copy(map, to, newIndex, newEnd);
    }
    to.force(true);
    disk.move(target, path);
    disk.forceDirectory(directoryOf(path)); // or a loss of power brings the old file back
    file.close();
    file = to;
    index = newIndex;
    end = newEnd;
  }

  @Override
  public void close() throws IOException {
    file.force(true);
    file.close();
  }

  private long copyNames(List<KeptMap> maps, FileChannel to, long at) throws IOException {
    writer.clear();
    writer.beginGroup();
    maps.forEach(writer::nameMap);
    writer.endGroup();
    return write(to, writer.written(), at);
  }

  private long copy(KeptMap map, FileChannel to, LogIndex newIndex, long from) throws IOException {
    long newEnd = from;
    writer.clear();
    writer.beginGroup();
    for (Map.Entry<String, LogIndex.Slot> entry : index.slots(map).entrySet()) {
      LogIndex.Slot old = entry.getValue();
      ByteBuffer value = ByteBuffer.allocate(old.length());
      while (value.hasRemaining() && file.read(value, old.at() + value.position()) >= 0) {}
      int at = writer.change(map, entry.getKey(), value.array());
      newIndex.put(map, entry.getKey(), new LogIndex.Slot(newEnd + at, old.length()));
      if (writer.position() > REWRITE_GROUP_BYTES) {
        writer.endGroup();
        newEnd = write(to, writer.written(), newEnd);
        writer.clear();
        writer.beginGroup();
      }
    }
    writer.endGroup();
    return write(to, writer.written(), newEnd);
  }

  private static long write(FileChannel to, ByteBuffer bytes, long at) throws IOException {
    long position = at;
    while (bytes.hasRemaining()) {
      position += to.write(bytes, position);
    }
    return position;
  }

  private static Path directoryOf(Path path) {
    return Objects.requireNonNull(path.toAbsolutePath().getParent());
  }

  private static Path rewritten(Path path) {
    return path.resolveSibling(path.getFileName() + ".rewritten");
  }
}
