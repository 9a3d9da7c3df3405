package io.twinbus.rehearsal.drill;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.store.LeasesOutcome;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.ledger.Answers;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.verify.LedgerRecords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Looks for sessions that a living instance holds although nothing is left to do.
 *
 * <p>A claim of an instance that is dead stays until a message comes: it harms nobody, because the
 * lease has run out by then. Who is alive shows in a lease whose beat moves between two looks.
 */
final class HeldClaims {

  private static final long BETWEEN_LOOKS_SECONDS = 5;

  private final CosmosLedger ledger;
  private final Clocks clocks;

  /** What is left: all records, and those of them that a living instance still claims. */
  record Left(List<SessionRecord> records, List<String> held) {}

  HeldClaims(CosmosLedger ledger, Clocks clocks) {
    this.ledger = ledger;
    this.clocks = clocks;
  }

  /** Waits until nobody who lives holds a session, at most {@code bound}. */
  Left await(Duration bound) throws InterruptedException {
    MonotonicTime end = clocks.now().monotonic().plus(bound);
    Map<InstanceId, Long> beats = beats();
    List<SessionRecord> records = records();
    List<String> held = heldBy(records, beats, Map.of());
    while (!held.isEmpty() && !clocks.now().monotonic().isAtOrAfter(end)) {
      TimeUnit.SECONDS.sleep(BETWEEN_LOOKS_SECONDS);
      Map<InstanceId, Long> now = beats();
      records = records();
      held = heldBy(records, now, beats);
      beats = now;
    }
    return new Left(records, held);
  }

  private Map<InstanceId, Long> beats() {
    if (!(Answers.await(ledger.leases().readAll()) instanceof LeasesOutcome.Found found)) {
      throw new CommandFailure(ExitCode.FAILURE, "The ledger could not list its leases.");
    }
    Map<InstanceId, Long> beats = new HashMap<>();
    found.leases().forEach(lease -> beats.put(lease.lease().instance(), lease.lease().beat()));
    return beats;
  }

  private List<SessionRecord> records() {
    List<SessionRecord> records = new ArrayList<>();
    LedgerRecords.readAll(ledger.queries(), records::add);
    return records;
  }

  private static List<String> heldBy(
      List<SessionRecord> records, Map<InstanceId, Long> now, Map<InstanceId, Long> before) {
    List<String> held = new ArrayList<>();
    for (SessionRecord record : records) {
      Owner owner = record.custody().owner();
      if (record.custody().status() == SessionStatus.WORKING
          && owner != null
          && now.containsKey(owner.instance())
          && !now.get(owner.instance()).equals(before.get(owner.instance()))) {
        held.add("%s by %s/%s".formatted(record.session(), owner.region(), owner.instance()));
      }
    }
    return held;
  }
}
