package io.twinbus.ledger.rules;

import io.twinbus.ledger.Act;
import io.twinbus.ledger.Directive;
import io.twinbus.ledger.Directive.Scope;
import io.twinbus.ledger.EntityKey;
import io.twinbus.protocol.RegionName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * How operators change what they want of the receivers, and what follows for one receiver.
 *
 * <ol>
 *   <li>Evacuations and pauses stand apart: a receiver works while neither speaks of it.
 *   <li>A pause ends at its time, or by {@code resumed}, which ends every pause within its scope
 *       and nothing else.
 *   <li>A second pause of the same scope takes the place of the first.
 *   <li>Each change drops the pauses and beliefs whose time is over.
 * </ol>
 */
public final class DirectiveRule {

  /** How many pauses, and how many beliefs, a directive holds. */
  public static final int MAX_ENTRIES = 64;

  /** What a directive wants of a receiver. */
  public enum Wish {
    /** Take work. */
    WORK,
    /** Take no work: the region is evacuated. */
    EVACUATE,
    /** Take no work until the pause ends. */
    PAUSE
  }

  private DirectiveRule() {}

  /** Every receiver takes work: the directive before an operator has written one. */
  public static Directive none(OperatorOrder order) {
    return new Directive(new TreeMap<>(), List.of(), order.stamp());
  }

  /** What the receivers of {@code queue} in {@code region} are to do at {@code now}. */
  public static Wish wish(Directive directive, EntityKey queue, RegionName region, Instant now) {
    if (directive.isEvacuated(region)) {
      return Wish.EVACUATE;
    }
    return pause(directive, queue, region, now).isPresent() ? Wish.PAUSE : Wish.WORK;
  }

  /** The pause that keeps the receivers of {@code queue} in {@code region} longest. */
  public static Optional<Directive.Pause> pause(
      Directive directive, EntityKey queue, RegionName region, Instant now) {
    return directive.pausesAt(now).stream()
        .filter(pause -> pause.scope().covers(queue, region))
        .max(Comparator.comparing(Directive.Pause::until));
  }

  /** {@code region} takes no work from now on; empty when it is so already. */
  public static Optional<Directive> evacuated(
      Directive directive, RegionName region, OperatorOrder order) {
    if (directive.isEvacuated(region)) {
      return Optional.empty();
    }
    SortedMap<RegionName, Directive.Evacuation> evacuated = new TreeMap<>(directive.evacuated());
    evacuated.put(region, new Directive.Evacuation(order.by(), order.reason(), order.stamp().at()));
    Act act = order.act(Act.Kind.EVACUATE, "region %s evacuated".formatted(region));
    return Optional.of(
        written(with(directive, evacuated, directive.paused(), directive.believed()), order, act));
  }

  /** {@code region} takes work again; empty when it is so already. */
  public static Optional<Directive> returned(
      Directive directive, RegionName region, OperatorOrder order) {
    if (!directive.isEvacuated(region)) {
      return Optional.empty();
    }
    SortedMap<RegionName, Directive.Evacuation> evacuated = new TreeMap<>(directive.evacuated());
    evacuated.remove(region);
    Act act = order.act(Act.Kind.RETURN, "region %s returned".formatted(region));
    return Optional.of(
        written(with(directive, evacuated, directive.paused(), directive.believed()), order, act));
  }

  /** The receivers of {@code scope} take no work until {@code until}; empty: it is so already. */
  public static Optional<Directive> paused(
      Directive directive, Scope scope, Instant until, OperatorOrder order) {
    boolean isSo =
        directive.paused().stream()
            .anyMatch(pause -> pause.scope().equals(scope) && pause.until().equals(until));
    if (isSo) {
      return Optional.empty();
    }
    List<Directive.Pause> paused = new ArrayList<>(directive.paused());
    paused.removeIf(pause -> pause.scope().equals(scope));
    paused.add(new Directive.Pause(scope, order.by(), order.reason(), order.stamp().at(), until));
    Act act = order.act(Act.Kind.PAUSE, "%s paused until %s".formatted(scope, until));
    return Optional.of(
        written(with(directive, directive.evacuated(), paused, directive.believed()), order, act));
  }

  /** Every pause within {@code scope} ends; empty when none is in force. */
  public static Optional<Directive> resumed(Directive directive, Scope scope, OperatorOrder order) {
    List<Directive.Pause> ended =
        directive.pausesAt(order.stamp().at()).stream()
            .filter(pause -> pause.scope().isWithin(scope))
            .toList();
    if (ended.isEmpty()) {
      return Optional.empty();
    }
    List<Directive.Pause> paused = new ArrayList<>(directive.paused());
    paused.removeAll(ended);
    Act act =
        order.act(
            Act.Kind.RESUME,
            "%s resumed"
                .formatted(String.join(", ", ended.stream().map(DirectiveRule::of).toList())));
    return Optional.of(
        written(with(directive, directive.evacuated(), paused, directive.believed()), order, act));
  }

  /** The receivers of {@code scope} that read it before {@code until} believe refusals once. */
  public static Directive believed(
      Directive directive, Scope scope, Instant until, OperatorOrder order) {
    List<Directive.Belief> believed = new ArrayList<>(directive.believed());
    believed.removeIf(belief -> belief.scope().equals(scope));
    believed.add(
        new Directive.Belief(scope, order.by(), order.reason(), order.stamp().at(), until));
    Act act = order.act(Act.Kind.BELIEVE, "%s believe refusals once".formatted(scope));
    return written(
        with(directive, directive.evacuated(), directive.paused(), believed), order, act);
  }

  /** Whether some of {@code regions} would still take work without {@code region}. */
  public static boolean leavesOne(Directive directive, RegionName region, Set<RegionName> regions) {
    return regions.stream()
        .anyMatch(other -> !other.equals(region) && !directive.isEvacuated(other));
  }

  /** Whether another pause or belief of a new scope has room at {@code now}. */
  public static boolean hasRoom(Directive directive, Instant now) {
    long beliefs = directive.believed().stream().filter(each -> each.isInForce(now)).count();
    return directive.pausesAt(now).size() < MAX_ENTRIES && beliefs < MAX_ENTRIES;
  }

  private static String of(Directive.Pause pause) {
    return pause.scope().toString();
  }

  private static Directive with(
      Directive before,
      SortedMap<RegionName, Directive.Evacuation> evacuated,
      List<Directive.Pause> paused,
      List<Directive.Belief> believed) {
    return new Directive(evacuated, paused, believed, before.acts(), before.stamp());
  }

  private static Directive written(Directive wanted, OperatorOrder order, Act act) {
    Instant now = order.stamp().at();
    return new Directive(
        wanted.evacuated(),
        newest(wanted.paused().stream().filter(pause -> pause.isInForce(now))),
        newest(wanted.believed().stream().filter(belief -> belief.isInForce(now))),
        Act.append(wanted.acts(), act),
        order.stamp());
  }

  /** Commands refuse one too many; should one be written all the same, it costs the oldest. */
  private static <T> List<T> newest(Stream<T> entries) {
    List<T> all = entries.toList();
    return all.subList(Math.max(0, all.size() - MAX_ENTRIES), all.size());
  }
}
