package io.twinbus.proving.bench.instrument;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How much memory another Java process uses, and how many threads it has. */
public final class ProcessMemory {
  private static final double MEBIBYTE = 1 << 20;

  private ProcessMemory() {}

  /** What is live on its heap, in MiB: it collects its garbage first. */
  public static double liveHeapMebibytes(long pid) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(jcmd(pid, "GC.class_histogram")).start();
    double mebibytes = Double.NaN;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("Total")) {
          mebibytes = Long.parseLong(line.trim().split("\\s+", -1)[2]) / MEBIBYTE;
        }
      }
    }
    process.waitFor();
    return mebibytes;
  }

  /** Has this process and {@code pid} collect their garbage now, so that neither has to soon. */
  public static void collectHereAndIn(long pid) throws IOException, InterruptedException {
    if (pid != ProcessHandle.current().pid()) {
      Process process =
          new ProcessBuilder(jcmd(pid, "GC.run"))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (process.waitFor() != 0) {
        throw new IOException("jcmd cannot reach process %d.".formatted(pid));
      }
    }
    ManagementFactory.getMemoryMXBean().gc();
  }

  private static List<String> jcmd(long pid, String command) {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    return List.of(jcmd, Long.toString(pid), command);
  }

  /** What it has of the machine's memory, in MiB; NaN where the system does not tell. */
  public static double residentMebibytes(long pid) throws IOException {
    return status(pid, "VmRSS:") / 1_024;
  }

  /** The most that it has had of the machine's memory, in MiB; NaN where the system is silent. */
  public static double peakResidentMebibytes(long pid) throws IOException {
    return status(pid, "VmHWM:") / 1_024;
  }

  /** Its threads, those of the JVM among them; NaN where the system does not tell. */
  public static double threads(long pid) throws IOException {
    return status(pid, "Threads:");
  }

  private static double status(long pid, String figure) throws IOException {
    Path status = Path.of("/proc", Long.toString(pid), "status");
    if (!Files.isReadable(status)) {
      return Double.NaN;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith(figure))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")))
        .findFirst()
        .orElse(Double.NaN);
  }
}
