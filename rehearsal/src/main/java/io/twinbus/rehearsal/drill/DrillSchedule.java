package io.twinbus.rehearsal.drill;

import io.twinbus.protocol.RegionName;
import io.twinbus.rehearsal.fault.Fault;
import io.twinbus.rehearsal.fault.FaultKind;
import io.twinbus.rehearsal.fault.When;
import io.twinbus.rehearsal.stack.LocalProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Chooses the faults of a drill; the same seed and length give the same ones.
 *
 * <ol>
 *   <li>Kinds come in a shuffled order, each once before any comes again; those that cannot strike
 *       now wait for their turn.
 *   <li>A new fault strikes some seconds after the one before, in a region and for a time drawn at
 *       random, if at most {@link #AT_ONCE} last at any moment and {@link Exclusions} allow it.
 *   <li>All are healed before the end, so that the last messages meet a system that is whole.
 * </ol>
 */
public final class DrillSchedule {

  /** How many faults last at the same time at most. */
  public static final int AT_ONCE = 2;

  private static final int FIRST_SECONDS = 6;
  private static final int CALM_SHARE = 6;
  private static final int CALM_MOST_SECONDS = 30;
  private static final int SHORTEST_PAUSE = 3;
  private static final int LONGEST_PAUSE = 11;

  private final Random random;
  private final Duration lastHealed;
  private final List<Fault> chosen = new ArrayList<>();
  private final List<FaultKind> waiting = new ArrayList<>();

  private DrillSchedule(long seed, Duration length) {
    this.random = new Random(seed);
    this.lastHealed =
        length.minusSeconds(Math.min(CALM_MOST_SECONDS, length.toSeconds() / CALM_SHARE));
  }

  /** The faults of a drill of {@code length}, by the time at which they strike. */
  public static List<Fault> of(long seed, Duration length) {
    return new DrillSchedule(seed, length).choose();
  }

  private List<Fault> choose() {
    Duration at = Duration.ofSeconds(FIRST_SECONDS);
    while (at.compareTo(lastHealed) < 0) {
      Optional<Fault> next = next(at);
      next.ifPresent(chosen::add);
      at = at.plusSeconds(next.isPresent() ? random.nextInt(SHORTEST_PAUSE, LONGEST_PAUSE) : 1);
    }
    return List.copyOf(chosen);
  }

  private Optional<Fault> next(Duration at) {
    if (waiting.isEmpty()) {
      Collections.addAll(waiting, FaultKind.values());
      Collections.shuffle(waiting, random);
    }
    for (FaultKind kind : waiting) {
      Fault fault = draw(kind, at);
      if (fits(fault)) {
        waiting.remove(kind);
        return Optional.of(fault);
      }
    }
    return Optional.empty();
  }

  private Fault draw(FaultKind kind, Duration at) {
    Optional<RegionName> region =
        kind.scope().isRegional()
            ? Optional.of(LocalProcess.REGIONS.get(random.nextInt(LocalProcess.REGIONS.size())))
            : Optional.empty();
    int seconds = random.nextInt(kind.shortestSeconds(), kind.longestSeconds() + 1);
    return new Fault(kind, region, new When.Time(at), Duration.ofSeconds(seconds));
  }

  private boolean fits(Fault fault) {
    // Starts come in order, so whatever meets this fault lasts at its start.
    long lasting = chosen.stream().filter(other -> lastsAt(other, Exclusions.start(fault))).count();
    return lasting < AT_ONCE
        && Exclusions.end(fault).compareTo(lastHealed) <= 0
        && chosen.stream().allMatch(other -> Exclusions.allow(fault, other));
  }

  private static boolean lastsAt(Fault fault, Duration moment) {
    return Exclusions.start(fault).compareTo(moment) <= 0
        && Exclusions.end(fault).compareTo(moment) > 0;
  }
}
