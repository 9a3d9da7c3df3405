package io.twinbus.local.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** The port to the file system, as far as the log needs it. */
interface Disk {

  /** The disk of this machine. */
  Disk SYSTEM =
      new Disk() {
        @Override
        public FileChannel open(Path file) throws IOException {
          return OwnersFiles.open(file);
        }

        @Override
        public void delete(Path file) throws IOException {
          Files.deleteIfExists(file);
        }

        @Override
        public void move(Path from, Path to) throws IOException {
          Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        }

        @Override
        public void forceDirectory(Path directory) {
          try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
          } catch (IOException e) {
            // Some systems cannot force a directory and do not need it.
          }
        }
      };

  /**
   * Opens a file to read and write it, and creates it when it does not exist. Other users have no
   * right to it.
   */
  FileChannel open(Path file) throws IOException;

  /** Deletes a file, if it exists. */
  void delete(Path file) throws IOException;

  /** Gives a file the name of another one, which it replaces as a whole. */
  void move(Path from, Path to) throws IOException;

  /** Makes the names of the directory's files durable. */
  void forceDirectory(Path directory) throws IOException;
}
