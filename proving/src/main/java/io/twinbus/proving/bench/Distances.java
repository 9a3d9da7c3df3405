package io.twinbus.proving.bench;

import io.twinbus.local.control.ControlClient;
import io.twinbus.local.control.DelayMillis;
import io.twinbus.local.control.LedgerFault;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far a bench's clients are from what they ask, in whole milliseconds for a question and its
 * answer. All clients stand in the region east.
 *
 * @param near to the Service Bus of east
 * @param far to that of west
 * @param read of an item of the ledger
 * @param write of an item of the ledger: what a write takes longer than a read, its answer is late
 */
public record Distances(int near, int far, int read, int write) {

  /**
   * Between two Azure regions of one continent: a Service Bus in the region 8 ms, across 75 ms; the
   * ledger's nearest replica 3 ms; a write under Strong twice the way to the farthest region, 145
   * ms. Published and measured round trips, not this project's own.
   */
  public static final Distances AZURE = new Distances(8, 75, 3, 145);

  private static final String AZURE_NAME = "azure";
  private static final int MOST_MILLIS = 2_000;
  private static final Pattern PART = Pattern.compile("(sb|sb-far|read|write)=(\\d{1,4})ms");

  public Distances {
    for (int millis : new int[] {near, far, read, write}) {
      if (millis < 0 || millis > MOST_MILLIS) {
        throw new IllegalArgumentException(
            "A distance goes from 0ms to %dms.".formatted(MOST_MILLIS));
      }
    }
    if (write < read) {
      throw new IllegalArgumentException("A write of the ledger takes no less time than a read.");
    }
  }

  /**
   * What {@code text} says: {@code azure}, or some of {@code
   * sb=8ms,sb-far=75ms,read=3ms,write=145ms} in any order; what is not named is as in {@link
   * #AZURE}.
   *
   * @throws IllegalArgumentException with a sentence when it says nothing of the kind
   */
  public static Distances parse(String text) {
    if (text.toLowerCase(Locale.ROOT).equals(AZURE_NAME)) {
      return AZURE;
    }
    Map<String, Integer> said = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      Matcher matcher = PART.matcher(part.trim());
      if (!matcher.matches() || said.containsKey(matcher.group(1))) {
        throw new IllegalArgumentException(
            "A profile is azure, or says each of these once at most:"
                + " sb=8ms,sb-far=75ms,read=3ms,write=145ms.");
      }
      said.put(matcher.group(1), Integer.valueOf(matcher.group(2)));
    }
    return new Distances(
        said.getOrDefault("sb", AZURE.near),
        said.getOrDefault("sb-far", AZURE.far),
        said.getOrDefault("read", AZURE.read),
        said.getOrDefault("write", AZURE.write));
  }

  /** The same for clients that each stand in the region whose Service Bus they ask. */
  public Distances eachRegionNear() {
    return new Distances(near, near, read, write);
  }

  /** Puts a local stack with the regions {@code east} and {@code west} so far away. */
  public void apply(ControlClient control, String east, String west) {
    applyToRegions(control, east, west);
    control.ledgerLatency(bothWays(read));
    if (write > read) {
      control.ledgerFault(LedgerFault.late("write", write - read));
    }
  }

  /** The same with the regions alone. */
  public void applyToRegions(ControlClient control, String east, String west) {
    control.latency(east, bothWays(near));
    control.latency(west, bothWays(far));
  }

  private static DelayMillis bothWays(int millis) {
    return DelayMillis.ofDirections(millis - millis / 2, millis / 2);
  }

  /** As {@link #parse} takes it. */
  @Override
  public String toString() {
    return "sb=%dms,sb-far=%dms,read=%dms,write=%dms".formatted(near, far, read, write);
  }
}
