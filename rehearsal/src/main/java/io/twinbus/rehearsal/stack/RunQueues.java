package io.twinbus.rehearsal.stack;

import io.twinbus.local.control.ControlClient;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.protocol.RegionName;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The queues of a run.
 *
 * <p>Immutable and thread-safe.
 *
 * @param names of {@code twinbus.queues}; empty: the one queue that every local stack has
 */
public record RunQueues(List<String> names) {

  /** As the templates set it: attempts are counted in the ledger, and lost locks end no message. */
  private static final int MOST_DELIVERIES = 2000;

  /** Copies {@code names}. */
  public RunQueues {
    names = List.copyOf(names);
  }

  /** So many queues; one is the one that every local stack has. */
  public static RunQueues of(int count) {
    return new RunQueues(
        count == 1
            ? List.of()
            : IntStream.rangeClosed(1, count).mapToObj("q%02d"::formatted).toList());
  }

  /** A queue of that name as the templates make it. */
  public static QueueSettings asDeployed(String name) {
    return QueueSettings.sessionQueue(name).withMaxDeliveryCount(MOST_DELIVERIES);
  }

  /** Creates them in every region of a local stack. */
  public void create(ControlClient control) {
    for (RegionName region : LocalProcess.REGIONS) {
      names.forEach(name -> control.put(region.value(), asDeployed(name)));
    }
  }

  /** Lines of YAML below {@code twinbus:}; each ends with a line break. */
  public String toYaml() {
    StringBuilder yaml = new StringBuilder(names.isEmpty() ? "" : "  queues:\n");
    names.forEach(name -> yaml.append("    %1$s: { queue: %1$s }%n".formatted(name)));
    return yaml.toString();
  }
}
