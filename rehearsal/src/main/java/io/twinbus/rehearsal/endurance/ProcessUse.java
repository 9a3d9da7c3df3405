package io.twinbus.rehearsal.endurance;

import io.twinbus.rehearsal.bench.subject.ProcessMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What a Java process uses at one moment.
 *
 * @param heapMebibytes what is live on its heap, right after a full collection
 * @param threads how many threads it has, the JVM's own included
 * @param handles how many files and sockets it has open
 */
record ProcessUse(double heapMebibytes, double threads, double handles) {

  private static final Path PROC = Path.of("/proc");

  /**
   * Collects the garbage of process {@code pid} and looks.
   *
   * @throws IOException when it is gone, or another user's
   */
  static ProcessUse of(long pid) throws IOException, InterruptedException {
    double heap = ProcessMemory.liveHeapMebibytes(pid);
    Path process = PROC.resolve(Long.toString(pid));
    return new ProcessUse(heap, entries(process.resolve("task")), entries(process.resolve("fd")));
  }

  private static long entries(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.count();
    }
  }
}
