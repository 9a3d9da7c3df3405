package io.twinbus.ledger.store;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import java.time.Instant;
import java.util.List;

/** What a read of several leases found. */
public sealed interface BeatsOutcome {

  /** The beats of the leases that are on record. */
  record Found(List<Beat> beats) implements BeatsOutcome {

    /** Copies {@code beats}. */
    public Found {
      beats = List.copyOf(beats);
    }
  }

  /**
   * How far one lease has come.
   *
   * @param instance the instance
   * @param beat its beat
   * @param at the instance's wall time when it wrote the beat: for people, and to tell a beat's age
   */
  record Beat(InstanceId instance, long beat, Instant at) {

    /** The beat of {@code lease}. */
    public static Beat of(InstanceLease lease) {
      return new Beat(lease.instance(), lease.beat(), lease.stamp().at());
    }
  }

  /** The read failed and says nothing; {@code why} is for logs. */
  record Unknown(String why) implements BeatsOutcome {}
}
