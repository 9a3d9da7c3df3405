package io.twinbus.ops.ledger;

import io.twinbus.ledger.Directive;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * All receiver instances, and what operators want of the regions.
 *
 * <p>Immutable and thread-safe.
 *
 * @param all the instances whose lease is on record, alive or not
 * @param directive what operators want, if they ever did
 */
public record InstancesView(List<InstanceView> all, Optional<Directive> directive) {

  /** No instances. */
  public static final InstancesView NONE = new InstancesView(List.of(), Optional.empty());

  /** Copies {@code all}. */
  public InstancesView {
    all = List.copyOf(all);
  }

  /** What those serve whose latest beat is younger than {@code lease} at {@code now}. */
  public ServedQueues served(Duration lease, Instant now) {
    return new ServedQueues(all.stream().filter(each -> each.isFresh(lease, now)).toList());
  }
}
