package io.twinbus.sender.disk;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import io.twinbus.sender.journal.JournalException;
import io.twinbus.sender.journal.JournalFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files of a journal in a directory that one process owns at a time. */
public final class JournalDirectory implements JournalFiles {

  private static final Logger LOG = LoggerFactory.getLogger(JournalDirectory.class);
  private static final String LOCK = "lock";
  private static final String SUFFIX = ".journal";
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  private final Path directory;
  private final PrivateFiles files;
  private final FileChannel lockFile;
  private final Map<Long, FileChannel> open = new ConcurrentHashMap<>();

  private JournalDirectory(Path directory, PrivateFiles files, FileChannel lockFile) {
    this.directory = directory;
    this.files = files;
    this.lockFile = lockFile;
  }

  /**
   * Takes ownership of the directory, and creates it when it does not exist. Its files are for this
   * process's user alone: mode 0600, in a new directory of mode 0700.
   *
   * @throws JournalException when another sender owns the directory, it cannot be used, or every
   *     user of the machine may write to it
   */
  public static JournalDirectory open(Path directory) {
    PrivateFiles files;
    FileChannel lockFile;
    try {
      files = PrivateFiles.in(directory);
      lockFile = files.open(directory.resolve(LOCK), CREATE, WRITE);
    } catch (IOException e) {
      throw new JournalException(
          ("The journal directory %s cannot be used (%s): name a directory that this process may"
                  + " write to.")
              .formatted(directory, e),
          e);
    }
    try {
      FileLock lock = lockFile.tryLock();
      if (lock != null) {
        files.requireNotWritableByAll(directory, directory.resolve(LOCK));
        warnOfJournalAbove(directory);
        return new JournalDirectory(directory, files, lockFile);
      }
      lockFile.close();
    } catch (JournalException e) {
      closeQuietly(lockFile);
      throw e;
    } catch (OverlappingFileLockException | IOException e) {
      closeQuietly(lockFile);
    }
    throw new JournalException(
        "The journal in %s is in use by another sender: give each sender its own directory, or stop"
                .formatted(directory)
            + " the other sender.");
  }

  /** A sender of one queue that has become one of several leaves its journal where it was. */
  private static void warnOfJournalAbove(Path directory) {
    Path above = directory.toAbsolutePath().normalize().getParent();
    if (above == null) {
      return;
    }
    try {
      if (!segmentsIn(above).isEmpty()) {
        LOG.warn(
            "There is a journal in {}, above the journal in {}: what a region has not got of it is"
                + " not sent, acknowledged messages among it. Start a sender with twinbus.queue and"
                + " that directory to send it out; then remove the files.",
            above,
            directory);
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.debug("{} cannot be listed ({}).", above, e.toString());
    }
  }

  @Override
  public List<Long> segments() throws IOException {
    return segmentsIn(directory);
  }

  private static List<Long> segmentsIn(Path directory) throws IOException {
    try (Stream<Path> listed = Files.list(directory)) {
      return listed
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches("\\d{10}" + SUFFIX))
          .map(name -> Long.valueOf(name.substring(0, name.length() - SUFFIX.length())))
          .sorted()
          .toList();
    }
  }

  @Override
  public long size(long segment) throws IOException {
    return channel(segment).size();
  }

  @Override
  public void read(long segment, long offset, ByteBuffer into) throws IOException {
    FileChannel channel = channel(segment);
    long at = offset;
    while (into.hasRemaining()) {
      int read = channel.read(into, at);
      if (read < 0) {
        return;
      }
      at += read;
    }
  }

  @Override
  public void append(long segment, ByteBuffer bytes) throws IOException {
    FileChannel channel = open.containsKey(segment) ? channel(segment) : create(segment);
    long at = channel.size();
    while (bytes.hasRemaining()) {
      at += channel.write(bytes, at);
    }
  }

  @Override
  public void truncate(long segment, long size) throws IOException {
    channel(segment).truncate(size);
    channel(segment).force(true);
  }

  @Override
  public void force(long segment) throws IOException {
    channel(segment).force(false);
  }

  @Override
  public void delete(long segment) throws IOException {
    FileChannel channel = open.remove(segment);
    if (channel != null) {
      channel.close();
    }
    if (Files.deleteIfExists(path(segment))) {
      forceDirectory(); // or an older segment could come back without those behind it
    }
  }

  @Override
  public Optional<String> note() throws IOException {
    Path note = directory.resolve("note");
    return Files.exists(note) ? Optional.of(Files.readString(note)) : Optional.empty();
  }

  @Override
  public void note(String text) throws IOException {
    Path fresh = directory.resolve("note.new");
    try (FileChannel channel = files.open(fresh, CREATE, WRITE, TRUNCATE_EXISTING)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(
        fresh,
        directory.resolve("note"),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    forceDirectory();
  }

  @Override
  public String bootId() {
    try {
      return Files.readString(BOOT_ID).strip();
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  public String nameOf(long segment) {
    return path(segment).toString();
  }

  @Override
  public void close() throws IOException {
    for (FileChannel channel : open.values()) {
      channel.close();
    }
    lockFile.close();
  }

  private FileChannel create(long segment) throws IOException {
    boolean isNew = !Files.exists(path(segment));
    FileChannel channel = keep(segment, files.open(path(segment), CREATE, READ, WRITE));
    if (isNew) {
      forceDirectory();
    }
    return channel;
  }

  private FileChannel channel(long segment) throws IOException {
    FileChannel known = open.get(segment);
    return known == null ? keep(segment, files.open(path(segment), READ, WRITE)) : known;
  }

  private FileChannel keep(long segment, FileChannel opened) throws IOException {
    FileChannel other = open.putIfAbsent(segment, opened);
    if (other == null) {
      return opened;
    }
    opened.close();
    return other;
  }

  private Path path(long segment) {
    return directory.resolve("%010d%s".formatted(segment, SUFFIX));
  }

  private void forceDirectory() {
    try (FileChannel channel = FileChannel.open(directory, READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Some systems cannot force a directory and do not need it.
    }
  }

  private static void closeQuietly(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // It was not used yet.
    }
  }
}
