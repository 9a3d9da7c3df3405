package io.twinbus.proving.bench.instrument;

import io.twinbus.proving.bench.BenchStage;
import io.twinbus.rehearsal.children.ChildProcess;
import io.twinbus.rehearsal.children.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/**
 * A receiver in a process of its own, the service that is deployed, with a bounded heap. It ends at
 * the first OutOfMemoryError, as in a container. Thread-safe.
 */
public final class ReceiverProcess implements AutoCloseable {

  private static final Duration START_BOUND = Duration.ofMinutes(3);
  private static final Duration DRAIN_BOUND = Duration.ofSeconds(40);

  private final ChildProcess process;

  private ReceiverProcess(ChildProcess process) {
    this.process = process;
  }

  /**
   * Starts one in {@code region}, and returns when it is ready.
   *
   * @param name unique in the run
   * @param maxHeap the bound of its heap, as {@code -Xmx} takes it
   * @param yaml its configuration
   * @throws IOException when it cannot be started
   * @throws TimeoutException when it is not ready in time
   */
  public static ReceiverProcess start(
      BenchStage stage, String name, String maxHeap, String region, String yaml)
      throws IOException, InterruptedException, TimeoutException {
    Path config = Files.writeString(stage.children().directory().resolve(name + ".yaml"), yaml);
    JavaCommand command =
        new JavaCommand(
            name,
            maxHeap,
            List.of("receiver", "--config", config.toString(), "--region", region, "--port", "0"),
            Map.of("JDK_JAVA_OPTIONS", "-XX:+ExitOnOutOfMemoryError"),
            JavaCommand.Jvm.FAST);
    ChildProcess process =
        stage.children().start(command, line -> line.startsWith("Receiver ready:"));
    process.awaitReady(START_BOUND);
    return new ReceiverProcess(process);
  }

  /**
   * Makes sure that it runs.
   *
   * @throws IllegalStateException when it has ended
   */
  public void requireAlive() {
    if (!process.isAlive()) {
      throw new IllegalStateException(
          "The receiver %s ended with exit code %s; its log is %s."
              .formatted(process.name(), process.ended().join(), process.log()));
    }
  }

  /** The most that it has had of the machine's memory, in MiB; NaN where the system is silent. */
  public double peakResidentMebibytes() throws IOException {
    return ProcessMemory.peakResidentMebibytes(process.pid());
  }

  /** Drains and ends it. */
  @Override
  public void close() {
    try {
      process.stop(DRAIN_BOUND);
    } catch (InterruptedException e) {
      process.end();
      Thread.currentThread().interrupt();
    }
  }
}
