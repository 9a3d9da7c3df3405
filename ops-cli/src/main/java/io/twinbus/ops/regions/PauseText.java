package io.twinbus.ops.regions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.Directive;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.rules.DirectiveRule;
import io.twinbus.ops.output.Ages;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.ClusterSettings;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Operators' pauses as people and programs read them. */
public final class PauseText {

  private PauseText() {}

  /** The pause that keeps the receivers of {@code cluster} in {@code region} longest. */
  public static Optional<Directive.Pause> of(
      Optional<Directive> directive, ClusterSettings cluster, RegionName region, Instant now) {
    return directive.flatMap(
        d -> DirectiveRule.pause(d, EntityKey.of(cluster.entity()), region, now));
  }

  /** One sentence for each pause that holds at {@code now}. */
  public static List<String> sentences(Optional<Directive> directive, Instant now) {
    return directive.map(d -> d.pausesAt(now)).orElseGet(List::of).stream()
        .map(pause -> sentence(pause, now))
        .toList();
  }

  /** Who paused which receivers, since when, until when and why. */
  public static String sentence(Directive.Pause pause, Instant now) {
    return "Paused: %s, by %s %s ago, until %s (%s left): %s"
        .formatted(
            pause.scope(),
            pause.by(),
            Ages.between(pause.since(), now),
            pause.until().truncatedTo(ChronoUnit.SECONDS),
            Ages.between(now, pause.until()),
            pause.reason());
  }

  /** Adds the same to a document, as its field of that name. */
  public static void addTo(ObjectNode json, Directive.Pause pause) {
    json.putObject("paused")
        .put("scope", pause.scope().toString())
        .put("by", pause.by())
        .put("reason", pause.reason())
        .put("since", pause.since().toString())
        .put("until", pause.until().toString());
  }
}
