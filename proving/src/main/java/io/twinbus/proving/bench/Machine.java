package io.twinbus.proving.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/**
 * Where and under which load something was measured.
 *
 * <p>Immutable.
 *
 * @param processors how many there are
 * @param load how many processes want one, on average over the last minute; negative where the
 *     system does not tell
 * @param java its version
 */
public record Machine(int processors, double load, String java) {

  /** This machine at this moment. */
  public static Machine now() {
    return new Machine(
        Runtime.getRuntime().availableProcessors(),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
        System.getProperty("java.version"));
  }

  /** One line for people. */
  public String text() {
    return String.format(
        Locale.ROOT, "%d processors, load average %.1f, Java %s", processors, load, java);
  }

  /** The same for machines. */
  public ObjectNode toJson() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("processors", processors)
        .put("load", load)
        .put("java", java);
  }
}
