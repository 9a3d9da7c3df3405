package io.twinbus.rehearsal.drill;

import io.twinbus.local.control.ControlClient;
import io.twinbus.local.control.LedgerFault;
import io.twinbus.local.network.Outage;
import io.twinbus.protocol.settings.LedgerKeys;
import io.twinbus.rehearsal.fault.Cure;
import io.twinbus.rehearsal.fault.FaultKind;
import io.twinbus.rehearsal.stack.LedgerContainer;
import java.util.List;

/**
 * Breaks the ledger through the local stack's control endpoint. Thread-safe, as long as one fault
 * at a time has hold of the ledger.
 */
final class LedgerFaults {

  /** The regions of the ledger's account; the first one is written at the start. */
  static final List<String> REGIONS = List.of("east", "west", "north");

  private static final double LOST = 0.15;
  private static final double THROTTLED = 0.5;
  private static final double UNCERTAIN = 0.06;
  private static final int RETRY_AFTER_MS = 200;

  /** A drill sends 15 to 30 messages a second, and each costs about 12 request units. */
  private static final int FEW_UNITS = 30;

  private static final String SESSIONS = LedgerKeys.CONTAINER.otherwise().orElseThrow();

  private final ControlClient control;
  private volatile int written;

  LedgerFaults(ControlClient control) {
    this.control = control;
  }

  /** Strikes with a fault of the ledger. */
  Cure strike(FaultKind kind) {
    return switch (kind) {
      case LEDGER_OUTAGE -> outage(Outage.REFUSE);
      case LEDGER_BLACKHOLE -> outage(Outage.BLACKHOLE);
      case LEDGER_FAIL_OVER -> failOver();
      case LEDGER_REPLIES_LOST ->
          requests(List.of(LedgerFault.dropReply("write").withProbability(LOST)));
      case LEDGER_REQUESTS_LOST ->
          requests(List.of(LedgerFault.dropRequest("write").withProbability(LOST)));
      case LEDGER_THROTTLED ->
          requests(
              List.of(
                  LedgerFault.refuse("any", 429)
                      .withProbability(THROTTLED)
                      .withRetryAfterMillis(RETRY_AFTER_MS)));
      case LEASE_PARTITION -> leasePartition();
      case LEDGER_SATURATED -> saturated();
      case LEDGER_UNCERTAIN ->
          requests(
              List.of(
                  uncertain("write", "after", 408),
                  uncertain("write", "after", 503),
                  uncertain("write", "before", 449),
                  uncertain("write", "before", 503),
                  uncertain("read", "before", 408)));
      default -> throw new IllegalArgumentException(kind + " is no fault of the ledger.");
    };
  }

  private Cure saturated() {
    control.ledgerRequestUnits(SESSIONS, FEW_UNITS);
    return control::endLedgerRequestUnits;
  }

  private Cure leasePartition() {
    String region = REGIONS.get(written);
    control.loseLedgerPartition(LedgerContainer.LEASES, region);
    return () -> control.restoreLedgerPartition(LedgerContainer.LEASES, region);
  }

  private static LedgerFault uncertain(String operation, String point, int status) {
    return new LedgerFault(operation, point, "status-" + status, null, UNCERTAIN, null, null, null);
  }

  private Cure outage(Outage mode) {
    control.ledgerOutage(mode);
    return control::restoreLedger;
  }

  /** Whether the ledger is written in {@code region}. */
  boolean isWrittenIn(String region) {
    return REGIONS.get(written).equals(region);
  }

  /**
   * Takes the replica of {@code region} away. Where it is the one that is written, the next one is
   * at once: a drill does not wait for the service's own fail-over, which {@code demo} plays.
   */
  Cure loseReplica(String region) {
    if (isWrittenIn(region)) {
      return failOver();
    }
    control.ledgerOutage(region, Outage.REFUSE);
    return () -> control.restoreLedger(region);
  }

  private Cure failOver() {
    String gone = REGIONS.get(written);
    written = (written + 1) % REGIONS.size();
    control.ledgerOutage(gone, Outage.REFUSE);
    control.forceLedgerFailOver(REGIONS.get(written));
    return () -> control.restoreLedger(gone);
  }

  private Cure requests(List<LedgerFault> faults) {
    List<Integer> ids = faults.stream().map(control::ledgerFault).toList();
    return () -> ids.forEach(control::endLedgerFault);
  }
}
