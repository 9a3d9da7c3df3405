package io.twinbus.local.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files and directories that only the user of this process may read and write.
 *
 * <p>Data hold whole messages and documents. So a directory that every user of the machine may
 * write to is refused. A volume whose modes cannot be set, such as a mounted share, gets a warning
 * instead: its mount decides who may read it. Rights of the directory's group stay as they are,
 * since a container platform gives a volume to a process by its group. A system without POSIX modes
 * goes by the rights of the parent directory.
 */
final class OwnersFiles {
  private static final Logger LOG = LoggerFactory.getLogger(OwnersFiles.class);
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> DIRECTORY =
      PosixFilePermissions.fromString("rwx------");
  private static final FileAttribute<?>[] NO_ATTRIBUTES = {};

  /** What the modes of a directory come to. */
  enum Verdict {
    /** Not every user may write there. */
    PROTECTED,
    /** Every user may, and the modes could be changed. */
    OPEN,
    /** Every user seems to be allowed, on a volume whose modes cannot be set. */
    UNKNOWN
  }

  private OwnersFiles() {}

  /** Creates a directory where it does not exist, and its parents. */
  static void createDirectory(Path directory) throws IOException {
    Files.createDirectories(
        directory,
        hasModes(directory)
            ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(DIRECTORY)}
            : NO_ATTRIBUTES);
  }

  /** Opens a file to read and write it; it is created, or loses the rights of other users. */
  static FileChannel open(Path file) throws IOException {
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    if (!hasModes(file)) {
      return FileChannel.open(file, options);
    }
    FileChannel channel =
        FileChannel.open(file, options, PosixFilePermissions.asFileAttribute(FILE));
    try {
      if (!Files.getPosixFilePermissions(file).equals(FILE)) {
        Files.setPosixFilePermissions(file, FILE);
      }
    } catch (IOException e) {
      LOG.debug("The mode of {} cannot be set ({}).", file, e.toString());
    }
    return channel;
  }

  /**
   * Refuses a directory to which every user may write.
   *
   * @param probe a file in it that {@link #open} has opened: it shows whether modes can be set here
   * @throws DataDirectoryException when the directory's mode can be set and lets every user write
   */
  static void requireProtected(Path directory, Path probe) throws IOException {
    if (!hasModes(directory)) {
      return;
    }
    Verdict verdict =
        verdict(Files.getPosixFilePermissions(directory), Files.getPosixFilePermissions(probe));
    if (verdict == Verdict.OPEN) {
      throw new DataDirectoryException(
          ("Every user of this machine may write to the data directory %s: take that right away"
                  + " (chmod o-w), or name another directory.")
              .formatted(directory));
    }
    if (verdict == Verdict.UNKNOWN) {
      LOG.warn(
          "The data directory {} is on a volume without file modes, and every user of this machine"
              + " may write to it: mount it for this process's user alone.",
          directory);
    }
  }

  static Verdict verdict(Set<PosixFilePermission> directory, Set<PosixFilePermission> probe) {
    if (!directory.contains(PosixFilePermission.OTHERS_WRITE)) {
      return Verdict.PROTECTED;
    }
    return probe.equals(FILE) ? Verdict.OPEN : Verdict.UNKNOWN;
  }

  private static boolean hasModes(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
