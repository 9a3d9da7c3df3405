package io.twinbus.proving.endurance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The files and sockets that a process has open.
 *
 * @param pooled idle or busy HTTP connections to the servers that were named: a pool opens one more
 *     whenever all are busy, and keeps it for minutes
 * @param others everything else
 */
record OpenHandles(long pooled, long others) {

  private static final Path PROC = Path.of("/proc");
  private static final List<String> TABLES = List.of("net/tcp", "net/tcp6");
  private static final int REMOTE = 2;
  private static final int INODE = 9;
  private static final int HEXADECIMAL = 16;

  /**
   * Counts those of process {@code pid}.
   *
   * @param servers the ports of the servers to which it keeps pools
   * @throws IOException when the process is gone, or another user's
   */
  static OpenHandles of(long pid, Set<Integer> servers) throws IOException {
    Path process = PROC.resolve(Long.toString(pid));
    Set<String> sockets = new HashSet<>();
    for (String table : TABLES) {
      Path file = process.resolve(table);
      if (Files.isReadable(file)) {
        sockets.addAll(socketsTo(servers, Files.readAllLines(file)));
      }
    }
    long pooled = 0;
    long others = 0;
    try (Stream<Path> all = Files.list(process.resolve("fd"))) {
      for (Path handle : all.toList()) {
        if (sockets.contains(target(handle))) {
          pooled++;
        } else {
          others++;
        }
      }
    }
    return new OpenHandles(pooled, others);
  }

  /** The sockets in a table of the kernel's whose other end is a port of {@code servers}. */
  static Set<String> socketsTo(Set<Integer> servers, List<String> table) {
    Set<String> found = new HashSet<>();
    table.stream()
        .skip(1)
        .map(line -> line.trim().split("\\s+", -1))
        .filter(columns -> columns.length > INODE && servers.contains(port(columns[REMOTE])))
        .forEach(columns -> found.add("socket:[" + columns[INODE] + "]"));
    return found;
  }

  private static int port(String address) {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), HEXADECIMAL);
  }

  private static String target(Path handle) throws IOException {
    try {
      return Files.readSymbolicLink(handle).toString();
    } catch (NoSuchFileException e) {
      return ""; // closed meanwhile
    }
  }
}
