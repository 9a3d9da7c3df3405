package io.twinbus.ledger.rules;

import io.twinbus.ledger.Act;
import io.twinbus.ledger.Directive;
import io.twinbus.protocol.RegionName;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** How operators change what they want of the regions. */
public final class DirectiveRule {

  private DirectiveRule() {}

  /** Every region takes work: the directive before an operator has written one. */
  public static Directive none(OperatorOrder order) {
    return new Directive(new TreeMap<>(), List.of(), order.stamp());
  }

  /** {@code region} takes no work from now on; empty when it is so already. */
  public static Optional<Directive> evacuated(
      Directive directive, RegionName region, OperatorOrder order) {
    if (directive.isEvacuated(region)) {
      return Optional.empty();
    }
    SortedMap<RegionName, Directive.Evacuation> evacuated = new TreeMap<>(directive.evacuated());
    evacuated.put(region, new Directive.Evacuation(order.by(), order.reason(), order.stamp().at()));
    return Optional.of(with(directive, evacuated, Act.Kind.EVACUATE, region, order));
  }

  /** {@code region} takes work again; empty when it is so already. */
  public static Optional<Directive> returned(
      Directive directive, RegionName region, OperatorOrder order) {
    if (!directive.isEvacuated(region)) {
      return Optional.empty();
    }
    SortedMap<RegionName, Directive.Evacuation> evacuated = new TreeMap<>(directive.evacuated());
    evacuated.remove(region);
    return Optional.of(with(directive, evacuated, Act.Kind.RETURN, region, order));
  }

  /** Whether some of {@code regions} would still take work without {@code region}. */
  public static boolean leavesOne(Directive directive, RegionName region, Set<RegionName> regions) {
    return regions.stream()
        .anyMatch(other -> !other.equals(region) && !directive.isEvacuated(other));
  }

  private static Directive with(
      Directive directive,
      SortedMap<RegionName, Directive.Evacuation> evacuated,
      Act.Kind kind,
      RegionName region,
      OperatorOrder order) {
    String effect =
        "region %s %s".formatted(region, kind == Act.Kind.EVACUATE ? "evacuated" : "returned");
    return new Directive(
        evacuated, Act.append(directive.acts(), order.act(kind, effect)), order.stamp());
  }
}
