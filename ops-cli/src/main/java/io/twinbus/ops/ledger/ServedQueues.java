package io.twinbus.ops.ledger;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.HandlerVitals;
import io.twinbus.protocol.RegionName;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which queues the receivers at work serve, as they tell it with their handlers. A queue comes and
 * goes with a receiver's configuration, so an operator's may name others.
 *
 * <p>Immutable and thread-safe.
 *
 * @param alive the instances whose lease holds
 */
public record ServedQueues(List<InstanceView> alive) {

  /** Copies {@code alive}. */
  public ServedQueues {
    alive = List.copyOf(alive);
  }

  /** Those of {@code region}. */
  public List<InstanceView> at(RegionName region) {
    return alive.stream().filter(each -> each.region().equals(region)).toList();
  }

  /** Those of {@code region} that serve {@code queue}. */
  public List<InstanceView> of(EntityKey queue, RegionName region) {
    return at(region).stream().filter(each -> serves(each, queue)).toList();
  }

  /**
   * Whether receivers are at work and none of them serves {@code queue}; false while one of them
   * has told nothing yet.
   */
  public boolean isUnserved(EntityKey queue) {
    return haveAllTold(alive) && alive.stream().noneMatch(each -> serves(each, queue));
  }

  /** The same of the receivers of {@code region} alone. */
  public boolean isUnserved(EntityKey queue, RegionName region) {
    List<InstanceView> here = alive.stream().filter(each -> each.region().equals(region)).toList();
    return haveAllTold(here) && here.stream().noneMatch(each -> serves(each, queue));
  }

  /** The keys of those that receivers serve beside {@code known}. */
  public SortedSet<String> others(Collection<EntityKey> known) {
    return alive.stream()
        .flatMap(each -> each.stats().handlers().stream())
        .map(HandlerVitals::queue)
        .filter(queue -> !known.contains(queue))
        .map(EntityKey::value)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** A sentence for each of {@code queues}, by name, that no receiver serves. */
  public List<String> sentences(SortedMap<String, EntityKey> queues) {
    return queues.entrySet().stream()
        .filter(each -> isUnserved(each.getValue()))
        .map(each -> unserved("the queue '%s'".formatted(each.getKey())))
        .toList();
  }

  /** Says that no receiver serves {@code queue}, and what to do. */
  public static String unserved(String queue) {
    return ("No receiver at work serves %s: its messages wait at the broker, in their order. Start"
            + " one that does, or add the queue to the receivers' configuration.")
        .formatted(queue);
  }

  private static boolean haveAllTold(List<InstanceView> instances) {
    return !instances.isEmpty()
        && instances.stream().noneMatch(each -> each.stats().handlers().isEmpty());
  }

  private static boolean serves(InstanceView instance, EntityKey queue) {
    return instance.stats().handlers().stream().anyMatch(each -> each.queue().equals(queue));
  }
}
