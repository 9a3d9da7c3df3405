package io.twinbus.ops.output;

import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A new file with what only the user of this process may read: mode 0600 where the system has POSIX
 * modes. A file that exists is refused, since it may be readable by others. Not thread-safe.
 */
public final class PrivateFile implements AutoCloseable {

  private static final Set<StandardOpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

  private final Path path;
  private final FileChannel channel;
  private long written;

  private PrivateFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Creates {@code path}.
   *
   * @throws CommandFailure when it exists, or cannot be created
   */
  public static PrivateFile create(Path path) {
    try {
      return new PrivateFile(path, FileChannel.open(path, NEW, modes(path)));
    } catch (FileAlreadyExistsException e) {
      throw new CommandFailure(
          ExitCode.USAGE, "The file %s exists: name another one.".formatted(path), e);
    } catch (IOException e) {
      throw failure(path, e);
    }
  }

  private static FileAttribute<?>[] modes(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  /**
   * Appends {@code bytes}.
   *
   * @throws CommandFailure when they cannot be written
   */
  public void write(byte[] bytes) {
    try {
      ByteBuffer left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        written += channel.write(left);
      }
    } catch (IOException e) {
      throw failure(path, e);
    }
  }

  /** How many bytes were written. */
  public long written() {
    return written;
  }

  /**
   * Appends {@code text} as a line.
   *
   * @throws CommandFailure when it cannot be written
   */
  public void line(String text) {
    write((text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns when all that was written is on the disk.
   *
   * @throws CommandFailure when it cannot be written
   */
  public void sync() {
    try {
      channel.force(true);
    } catch (IOException e) {
      throw failure(path, e);
    }
  }

  /** Removes the file, which holds nothing that is wanted. */
  public void discard() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw failure(path, e);
    }
  }

  private static CommandFailure failure(Path path, IOException why) {
    return new CommandFailure(
        ExitCode.FAILURE,
        "The file %s cannot be written (%s): name another place."
            .formatted(path, why.getClass().getSimpleName()),
        why);
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw failure(path, e);
    }
  }
}
