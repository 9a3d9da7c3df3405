package io.twinbus.ops.doctor;

import io.twinbus.ledger.cosmos.LedgerExamination.Finding;
import io.twinbus.ledger.cosmos.LedgerExamination.Grade;
import io.twinbus.protocol.RegionName;
import java.util.Optional;

/**
 * How near receivers are to what the services bear of them: a pure rule.
 *
 * <ol>
 *   <li>A queue or topic of Service Bus takes {@value #RECEIVES} receives at a time, and a session
 *       that a receiver holds is one. What is refused beyond that are sessions that no receiver
 *       finds.
 *   <li>All leases lie in one partition of Cosmos DB, and a partition serves {@value
 *       #PARTITION_UNITS} request units a second, however many the container has.
 * </ol>
 */
final class ReceiveLimits {

  /** How many receives one queue or topic takes at a time. */
  static final int RECEIVES = 5_000;

  /** How many request units a second one partition serves. */
  static final int PARTITION_UNITS = 10_000;

  /** What an instance's beats, vitals and reads of the others cost at most a second. */
  private static final int UNITS_AN_INSTANCE = 15;

  private static final int NEAR_PERCENT = 80;
  private static final int PERCENT = 100;

  private ReceiveLimits() {}

  /**
   * What the receivers of a region hold.
   *
   * @param receivers how many are at work there
   * @param sessions how many sessions they hold, of all their queues
   * @param each how many sessions one of them may hold at most, by the configuration at hand
   * @param queues how many queues they serve
   */
  record Held(int receivers, long sessions, int each, int queues) {

    long possible() {
      return (long) receivers * each;
    }

    private String text() {
      return "%s %,d sessions%s"
          .formatted(
              receivers == 1 ? "1 receiver holds" : receivers + " receivers hold",
              sessions,
              queues == 1 ? "" : " of all queues");
    }
  }

  /** Whether one queue of {@code region} bears what its receivers hold, and may hold. */
  static Finding sessions(RegionName region, Held held) {
    String check = "sessions " + region;
    String bound = "one queue or topic takes %,d receives at a time".formatted(RECEIVES);
    if (held.sessions() * PERCENT >= (long) RECEIVES * NEAR_PERCENT) {
      return new Finding(
          check,
          Grade.WARNING,
          "%s, and %s: what is above that waits. Spread the messages over several queues."
              .formatted(held.text(), bound));
    }
    boolean isTooMuch = held.possible() > RECEIVES;
    return new Finding(
        check,
        isTooMuch ? Grade.WARNING : Grade.GOOD,
        "%s and may hold %,d (%,d each by this configuration); %s%s"
            .formatted(
                held.text(),
                held.possible(),
                held.each(),
                bound,
                isTooMuch
                    ? ": run fewer receivers, or lower twinbus.receiver.max-sessions."
                    : "."));
  }

  /** A warning when the leases of {@code instances} of all regions are too much for a partition. */
  static Optional<Finding> leases(int instances) {
    long needed = (long) instances * UNITS_AN_INSTANCE;
    return needed * PERCENT < (long) PARTITION_UNITS * NEAR_PERCENT
        ? Optional.empty()
        : Optional.of(
            new Finding(
                "lease partition",
                Grade.WARNING,
                "The leases of %,d instances may ask their partition for %,d request units a second, and a partition serves %,d, whatever its container is given: run fewer receivers, and larger ones."
                    .formatted(instances, needed, PARTITION_UNITS)));
  }
}
