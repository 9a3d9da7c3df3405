package io.twinbus.proving.endurance;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is live on a Java process's heap, class by class. Immutable.
 *
 * @param bytes all of it
 * @param instances how many objects there are of each class
 */
record ClassHistogram(long bytes, Map<String, Long> instances) {

  private static final String CONNECTION =
      "com.azure.messaging.servicebus.implementation.ServiceBusReactorAmqpConnection";

  private static final String OURS = "io.twinbus.";

  /**
   * Values, of which {@code GapSightings} keeps its latest 20,000 on purpose. Whatever else leaked
   * them would leak what holds them, too.
   */
  private static final Set<String> VALUES =
      Set.of(
          "io.twinbus.receiver.session.GapSightings$Sight",
          "io.twinbus.protocol.SessionId",
          "io.twinbus.protocol.StreamId",
          "io.twinbus.protocol.time.MonotonicTime");

  private static final int COLUMNS = 4;

  /** Copies {@code instances}. */
  ClassHistogram {
    instances = Map.copyOf(instances);
  }

  /**
   * Has process {@code pid} collect its garbage, and counts what is left.
   *
   * @throws IOException when it is gone, or another user's
   */
  static ClassHistogram of(long pid) throws IOException, InterruptedException {
    return parse(Jcmd.ask(pid, "GC.class_histogram"));
  }

  /** Reads what {@code jcmd} prints: rank, instances, bytes, class, and the total at the end. */
  static ClassHistogram parse(List<String> lines) throws IOException {
    long bytes = -1;
    Map<String, Long> instances = new HashMap<>();
    for (String line : lines) {
      String[] columns = line.trim().split("\\s+", -1);
      if (columns.length >= 3 && columns[0].equals("Total")) {
        bytes = Long.parseLong(columns[2]);
      } else if (columns.length >= COLUMNS
          && columns[0].matches("\\d+:")
          && columns[1].matches("\\d+")) {
        instances.merge(columns[3], Long.parseLong(columns[1]), Long::sum);
      }
    }
    if (bytes < 0) {
      throw new IOException("This is no class histogram: " + lines.stream().limit(3).toList());
    }
    return new ClassHistogram(bytes, instances);
  }

  /** How many Service Bus connections the SDK keeps, open or lost. */
  long connections() {
    return instances.getOrDefault(CONNECTION, 0L);
  }

  /** How many objects there are of our own classes, values aside. */
  long ours() {
    return instances.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(OURS) && !VALUES.contains(entry.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }
}
