package io.twinbus.ledger.store;

import io.twinbus.ledger.InstanceVitals;
import java.util.List;

/** What a read of all instances' vitals found. */
public sealed interface VitalsOutcome {

  /** The same without those that wait for no session of others. */
  default VitalsOutcome wanting() {
    return this instanceof Found found
        ? new Found(
            found.vitals().stream().filter(each -> !each.stats().wanted().isEmpty()).toList())
        : this;
  }

  /** What the instances tell; one whose document this build cannot read is left out. */
  record Found(List<InstanceVitals> vitals) implements VitalsOutcome {

    /** Copies {@code vitals}. */
    public Found {
      vitals = List.copyOf(vitals);
    }
  }

  /** The read failed and says nothing; {@code why} is for people. */
  record Unknown(String why) implements VitalsOutcome {}
}
