package io.twinbus.rehearsal.stack;

import io.twinbus.protocol.RegionName;
import io.twinbus.rehearsal.children.ChildProcess;
import io.twinbus.rehearsal.children.Children;
import io.twinbus.rehearsal.children.JavaCommand;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The receiver processes of a run, by region.
 *
 * <p>A receiver that was ready and ends although nobody struck it is remembered: {@link
 * #casualty()}. Thread-safe.
 */
public final class ReceiverFleet {

  private static final Duration START_BOUND = Duration.ofMinutes(3);
  private static final String MAX_HEAP = "384m";

  private final Children children;
  private final Path config;
  private final Function<String, URI> handlerAddress;
  private final Map<ChildProcess, RegionName> running = new HashMap<>();
  private final Map<RegionName, Integer> numbers = new HashMap<>();
  private @Nullable String casualty;

  /**
   * No receivers yet.
   *
   * @param config the configuration file that all of them read
   * @param handlerAddress where the receiver of a name sends its handler calls
   */
  public ReceiverFleet(Children children, Path config, Function<String, URI> handlerAddress) {
    this.children = children;
    this.config = config;
    this.handlerAddress = handlerAddress;
  }

  /**
   * Starts a receiver in {@code region}; it is not ready yet.
   *
   * @throws IOException when the process cannot be started
   */
  public ChildProcess start(RegionName region) throws IOException {
    return start(region, Map.of());
  }

  /** The same with other settings, as environment variables. */
  public synchronized ChildProcess start(RegionName region, Map<String, String> settings)
      throws IOException {
    Map<String, String> environment = new HashMap<>(settings);
    String name = region + "-" + numbers.merge(region, 1, Integer::sum);
    environment.put("TWINBUS_RECEIVER_HTTP_URL", handlerAddress.apply(name).toString());
    JavaCommand command =
        new JavaCommand(
            name,
            MAX_HEAP,
            List.of(
                "receiver",
                "--config",
                config.toString(),
                "--region",
                region.value(),
                "--port",
                "0"),
            environment,
            JavaCommand.Jvm.SMALL);
    ChildProcess receiver = children.start(command, ReceiverFleet::isReadyLine);
    var unused =
        receiver
            .ready()
            .thenAccept(line -> ready(receiver, region))
            .thenCombine(receiver.ended(), (nothing, code) -> code)
            .thenAccept(code -> ended(receiver, code));
    return receiver;
  }

  /**
   * Waits until {@code receiver} is ready.
   *
   * @throws io.twinbus.rehearsal.children.ChildFailedException when it ended instead
   * @throws TimeoutException when it is not within three minutes
   */
  public static void awaitReady(ChildProcess receiver)
      throws InterruptedException, TimeoutException {
    awaitReady(receiver, START_BOUND);
  }

  /** The same with another bound. */
  public static void awaitReady(ChildProcess receiver, Duration bound)
      throws InterruptedException, TimeoutException {
    receiver.awaitReady(bound);
  }

  /** The receivers of {@code region} that are ready and have not been struck down. */
  public synchronized List<ChildProcess> in(RegionName region) {
    List<ChildProcess> found = new ArrayList<>();
    running.forEach(
        (receiver, where) -> {
          if (where.equals(region)) {
            found.add(receiver);
          }
        });
    return found;
  }

  /** Takes {@code receiver} out, so that its end is expected. */
  public synchronized void dismiss(ChildProcess receiver) {
    running.remove(receiver);
  }

  /** A sentence about a receiver that ended by itself; null when none has. */
  public synchronized @Nullable String casualty() {
    return casualty;
  }

  private synchronized void ready(ChildProcess receiver, RegionName region) {
    running.put(receiver, region);
  }

  private synchronized void ended(ChildProcess receiver, int code) {
    if (running.remove(receiver) != null && casualty == null) {
      casualty =
          "The receiver %s ended by itself with exit code %d; its log is %s."
              .formatted(receiver.name(), code, receiver.log());
    }
  }

  private static boolean isReadyLine(String line) {
    return line.startsWith("Receiver ready:");
  }
}
