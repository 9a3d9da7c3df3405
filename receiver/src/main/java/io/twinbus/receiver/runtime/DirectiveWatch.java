package io.twinbus.receiver.runtime;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.rules.DirectiveRule;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.health.HandlerHealth;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the directive means for one receiver: whether it takes work, and whether it believes its
 * handler's refusals. A pause ends at the first read after its time, also when nobody ends it.
 *
 * <p>Thread-safe.
 */
final class DirectiveWatch {

  private static final Logger LOG = LoggerFactory.getLogger(DirectiveWatch.class);

  private final EntityKey queue;
  private final RegionName region;
  private final HandlerHealth health;
  private final Set<Directive.Belief> acted = new HashSet<>();

  DirectiveWatch(EntityKey queue, RegionName region, HandlerHealth health) {
    this.queue = queue;
    this.region = region;
    this.health = health;
  }

  /** What {@code directive}, if there is one, wants of the receiver at {@code now}. */
  StandDown.Wanted wanted(Optional<Directive> directive, Now now) {
    return directive
        .map(
            all ->
                new StandDown.Wanted(
                    DirectiveRule.wish(all, queue, region, now.wall()),
                    DirectiveRule.pause(all, queue, region, now.wall())))
        .orElse(StandDown.Wanted.WORK);
  }

  /** Has refusals believed where an operator says so, once for each word of an operator. */
  synchronized void believe(Optional<Directive> directive, Now now) {
    Set<Directive.Belief> all =
        new HashSet<>(directive.map(Directive::believed).orElseGet(List::of));
    acted.retainAll(all);
    for (Directive.Belief belief : all) {
      if (belief.scope().covers(queue, region)
          && belief.isInForce(now.wall())
          && acted.add(belief)) {
        LOG.warn(
            "Operator {} says that the handler's refusals are right ({}): they are believed until"
                + " a call ends well.",
            belief.by(),
            belief.reason());
        health.believeRefusals(now.monotonic());
      }
    }
  }
}
