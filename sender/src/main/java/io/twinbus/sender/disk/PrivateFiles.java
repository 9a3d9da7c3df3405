package io.twinbus.sender.disk;

import io.twinbus.sender.journal.JournalException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files that only the user of this process may read or write, in a directory of the same kind.
 *
 * <p>A journal holds whole messages. So a directory that every user of the machine may write to is
 * refused. A volume whose modes cannot be set, such as a mounted share, gets a warning instead: its
 * mount decides who may read it. Rights of the directory's group stay as they are, for a container
 * platform gives a volume to a process by its group. Where the system has no POSIX modes, the
 * directory's own rights hold. Thread-safe.
 */
final class PrivateFiles {

  private static final Logger LOG = LoggerFactory.getLogger(PrivateFiles.class);
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> DIRECTORY =
      PosixFilePermissions.fromString("rwx------");
  private static final FileAttribute<?>[] NO_ATTRIBUTES = {};

  private final boolean hasModes;

  private PrivateFiles(boolean hasModes) {
    this.hasModes = hasModes;
  }

  /** Files in {@code directory}, which is created where it does not exist. */
  static PrivateFiles in(Path directory) throws IOException {
    boolean hasModes = directory.getFileSystem().supportedFileAttributeViews().contains("posix");
    Files.createDirectories(
        directory,
        hasModes
            ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(DIRECTORY)}
            : NO_ATTRIBUTES);
    return new PrivateFiles(hasModes);
  }

  /** Opens {@code file} with {@code options}; nobody else may read it, also if it existed. */
  FileChannel open(Path file, OpenOption... options) throws IOException {
    if (!hasModes) {
      return FileChannel.open(file, options);
    }
    FileChannel channel =
        FileChannel.open(file, Set.of(options), PosixFilePermissions.asFileAttribute(FILE));
    try {
      if (!modes(file).equals(FILE)) {
        Files.setPosixFilePermissions(file, FILE);
      }
    } catch (IOException e) {
      LOG.debug("The mode of {} cannot be set ({}).", file, e.toString());
    }
    return channel;
  }

  /**
   * Refuses {@code directory} when every user may write to it.
   *
   * @param probe a file in it that {@link #open} has opened: it shows whether modes can be set here
   * @throws JournalException when the directory's mode can be set and lets everybody write
   */
  void requireNotWritableByAll(Path directory, Path probe) throws IOException {
    if (!hasModes || !modes(directory).contains(PosixFilePermission.OTHERS_WRITE)) {
      return;
    }
    if (modes(probe).equals(FILE)) {
      throw new JournalException(
          ("Every user of this machine may write to the journal directory %s: take that right away"
                  + " (chmod o-w), or name another directory.")
              .formatted(directory));
    }
    LOG.warn(
        "The journal directory {} is on a volume without file modes, and every user of this machine"
            + " may write to it: mount it for this process's user alone.",
        directory);
  }

  private static Set<PosixFilePermission> modes(Path path) throws IOException {
    return Files.getFileAttributeView(path, PosixFileAttributeView.class)
        .readAttributes()
        .permissions();
  }
}
