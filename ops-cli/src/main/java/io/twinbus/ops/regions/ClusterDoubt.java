package io.twinbus.ops.regions;

import io.twinbus.ledger.Deployment;
import io.twinbus.protocol.settings.ClusterSettings;
import java.util.Optional;

/** Whether what a ledger shows is this configuration's cluster at all. */
public final class ClusterDoubt {

  private ClusterDoubt() {}

  /** What to say when the ledger is {@code onRecord}'s, and {@code cluster} is another one. */
  public static Optional<String> of(Optional<Deployment> onRecord, ClusterSettings cluster) {
    Deployment mine = Deployment.of(cluster);
    return onRecord.filter(there -> !there.equals(mine)).map(there -> sentence(there, mine));
  }

  private static String sentence(Deployment there, Deployment mine) {
    return there.cluster().equals(mine.cluster())
        ? "The receivers shown are those of cluster '%s' with regions %s; correct twinbus.regions here."
            .formatted(there.cluster(), there.regions())
        : "Nothing is here under cluster '%s': the ledger and the receivers shown are those of cluster '%s'; set twinbus.cluster to '%s' if that is meant."
            .formatted(mine.cluster(), there.cluster(), there.cluster());
  }
}
