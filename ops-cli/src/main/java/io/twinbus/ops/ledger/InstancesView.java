package io.twinbus.ops.ledger;

import io.twinbus.ledger.Directive;
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
}
