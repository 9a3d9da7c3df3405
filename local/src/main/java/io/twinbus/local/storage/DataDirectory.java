package io.twinbus.local.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A directory in which one process keeps named maps of bytes; other users have no right to its
 * files.
 *
 * <p>A group of changes counts as kept once the operating system has it: a kill of the process then
 * loses nothing. A loss of power may take what the system had not written to the disk yet, unless
 * the directory was opened {@link Durability#POWER_LOSS} and each group waits for the disk.
 *
 * <p>Thread-safe.
 */
public final class DataDirectory implements AutoCloseable {
  private static final String LOG_NAME = "twinbus-local.log";
  private static final String LOCK_NAME = "in-use";

  /** What the data survives. */
  public enum Durability {
    /** The end of the process, however it ends; fast. */
    PROCESS_KILL,
    /** The end of the machine, too: every group of changes is forced to the disk. */
    POWER_LOSS
  }

  private final Path directory;
  private final FileChannel lock;
  private final LogWriter writer;
  private final Map<String, KeptMap> maps = new HashMap<>();
  private final Map<String, Map<String, byte[]>> contents;
  private int lastMap;

  private DataDirectory(Path directory, FileChannel lock, LogFile.Opened opened) {
    this.directory = directory;
    this.lock = lock;
    this.contents = opened.read().contents();
    for (KeptMap map : opened.read().maps().values()) {
      maps.put(map.name(), map);
      lastMap = Math.max(lastMap, map.id());
    }
    this.writer = LogWriter.start(opened.log(), directory);
  }

  /**
   * Opens a directory, which is made if it is not there.
   *
   * @throws DataDirectoryException if it is a path of another system, another process uses it,
   *     every user of the machine may write to it, or it cannot be read
   */
  public static DataDirectory open(Path directory, Durability durability) {
    WindowsPath.whyNot(directory)
        .ifPresent(
            sentence -> {
              throw new DataDirectoryException(sentence);
            });
    @Nullable FileChannel lock = null;
    try {
      OwnersFiles.createDirectory(directory);
      lock = lock(directory);
      OwnersFiles.requireProtected(directory, directory.resolve(LOCK_NAME));
      Path log = directory.resolve(LOG_NAME);
      return new DataDirectory(
          directory, lock, LogFile.open(Disk.SYSTEM, log, LogFile.Keeping.of(durability)));
    } catch (IOException e) {
      release(lock);
      throw new DataDirectoryException(
          "The data directory %s cannot be used: %s.".formatted(directory, e), e);
    } catch (DataDirectoryException e) {
      release(lock);
      throw e;
    }
  }

  /** Where it is. */
  public Path path() {
    return directory;
  }

  /** The map of this name, which is made if it is not there. */
  public synchronized KeptMap map(String name) {
    return maps.computeIfAbsent(
        name,
        absent -> {
          KeptMap map = new KeptMap(++lastMap, absent);
          writer.name(map);
          return map;
        });
  }

  /**
   * The names of the maps that held something when the directory was opened and wait for {@link
   * #take}.
   */
  public synchronized Set<String> names() {
    Set<String> names = new TreeSet<>(contents.keySet());
    names.removeIf(name -> contents.getOrDefault(name, Map.of()).isEmpty());
    return names;
  }

  /** What a map held when the directory was opened; it is handed out, and forgotten here. */
  public synchronized Map<String, byte[]> take(KeptMap map) {
    Map<String, byte[]> held = contents.remove(map.name());
    return held == null ? Map.of() : held;
  }

  /**
   * Hands changes over to be kept; answers the number of the group, larger than all before.
   *
   * <p>Groups are kept in the order of these calls. Blocks while more than 64 MiB wait to be
   * written.
   */
  public long write(Changes changes) {
    return writer.write(changes);
  }

  /** Whether a group, and all before it, are kept. */
  public boolean isKept(long group) {
    return writer.isKept(group);
  }

  /**
   * Waits until a group, and all before it, are kept.
   *
   * @throws DataDirectoryException if that fails, or takes longer than 30 s
   */
  public void awaitKept(long group) {
    if (!writer.awaitKept(group)) {
      throw new DataDirectoryException(
          "The data directory %s has not taken a change within 30 s; see its log for the reason."
              .formatted(directory));
    }
  }

  /** Runs the action on a thread of the directory once a group is kept; it must not block. */
  public void whenKept(long group, Runnable action) {
    writer.whenKept(group, action);
  }

  /** Keeps what was handed over, and lets another process use the directory. */
  @Override
  public void close() {
    writer.close();
    release(lock);
  }

  private static FileChannel lock(Path directory) throws IOException {
    FileChannel file = OwnersFiles.open(directory.resolve(LOCK_NAME));
    @Nullable FileLock held = null;
    try {
      held = file.tryLock();
    } catch (OverlappingFileLockException e) {
      // Held within this process: refused like another's.
    }
    if (held == null) {
      file.close();
      throw new DataDirectoryException(
          "The data directory %s is in use by another local stack; stop that one, or name another directory."
              .formatted(directory));
    }
    return file;
  }

  private static void release(@Nullable FileChannel lock) {
    if (lock != null) {
      try {
        lock.close();
      } catch (IOException e) {
        throw new DataDirectoryException("The lock on a data directory cannot be released.", e);
      }
    }
  }
}
