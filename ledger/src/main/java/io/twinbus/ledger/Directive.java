package io.twinbus.ledger;

import io.twinbus.protocol.RegionName;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What operators want of the receivers: which of them take no work, and which believe their
 * handler's refusals. There is one document of it, and receivers read it with the leases.
 *
 * <p>Each wish stands apart: the end of one leaves the others. Immutable and thread-safe.
 *
 * @param evacuated the regions that take no work
 * @param paused the pauses, the oldest first; those whose time is over count no more
 * @param believed which receivers believe refusals, the oldest first
 * @param acts who said so, oldest first
 * @param stamp the mark of the last write
 */
public record Directive(
    SortedMap<RegionName, Evacuation> evacuated,
    List<Pause> paused,
    List<Belief> believed,
    List<Act> acts,
    WriteMark stamp)
    implements LedgerDocument {

  /** Who wanted a region evacuated, why and since when. */
  public record Evacuation(String by, String reason, Instant since) {}

  /**
   * The receivers that a wish speaks of.
   *
   * @param queue those of this queue or subscription; null: of all
   * @param region those of this region; null: of all
   */
  public record Scope(@Nullable EntityKey queue, @Nullable RegionName region) {

    /** All receivers. */
    public static final Scope ALL = new Scope(null, null);

    /** Whether the receivers of {@code at} in {@code in} are meant. */
    public boolean covers(EntityKey at, RegionName in) {
      return (queue == null || queue.equals(at)) && (region == null || region.equals(in));
    }

    /** Whether {@code other} means every receiver that this one means. */
    public boolean isWithin(Scope other) {
      return (other.queue == null || other.queue.equals(queue))
          && (other.region == null || other.region.equals(region));
    }

    @Override
    public String toString() {
      String where = region == null ? "" : "region " + region;
      if (queue == null) {
        return region == null ? "all receivers" : where;
      }
      return queue + (region == null ? "" : " in " + where);
    }
  }

  /**
   * A pause: receivers take no work until it ends.
   *
   * @param until when it ends by itself, by the receivers' wall clocks
   */
  public record Pause(Scope scope, String by, String reason, Instant since, Instant until) {

    /** Whether it still holds at {@code now}. */
    public boolean isInForce(Instant now) {
      return now.isBefore(until);
    }
  }

  /**
   * An operator's word that the handler's refusals are right: each receiver believes them once,
   * until a call ends well.
   *
   * @param until a receiver that reads it later does not act on it
   */
  public record Belief(Scope scope, String by, String reason, Instant since, Instant until) {

    /** Whether a receiver that reads it at {@code now} acts on it. */
    public boolean isInForce(Instant now) {
      return now.isBefore(until);
    }
  }

  /** Copies all collections. */
  public Directive {
    evacuated = Collections.unmodifiableSortedMap(new TreeMap<>(evacuated));
    paused = List.copyOf(paused);
    believed = List.copyOf(believed);
    acts = List.copyOf(acts);
  }

  /** One that evacuates regions, and wants nothing else. */
  public Directive(SortedMap<RegionName, Evacuation> evacuated, List<Act> acts, WriteMark stamp) {
    this(evacuated, List.of(), List.of(), acts, stamp);
  }

  /** Whether {@code region} takes no work. */
  public boolean isEvacuated(RegionName region) {
    return evacuated.containsKey(region);
  }

  /** The pauses that hold at {@code now}. */
  public List<Pause> pausesAt(Instant now) {
    return paused.stream().filter(pause -> pause.isInForce(now)).toList();
  }
}
