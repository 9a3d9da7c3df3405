package io.twinbus.local.cosmos.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The faults of one endpoint and what they did.
 *
 * <p>Thread-safe. Of several faults that fit a request the one added first strikes. The last
 * {@value #MAX_KEPT} faults are kept, ended ones for their counts.
 */
public final class FaultInjector {
  private static final int MAX_KEPT = 1_000;

  private final RandomGenerator random;
  private final List<FaultCount> faults = new ArrayList<>();
  private int added;

  /** Draws chances from this generator, so that a seed repeats them. */
  public FaultInjector(RandomGenerator random) {
    this.random = random;
  }

  /** Injects a fault; the number identifies it in {@link #counts()}. */
  public synchronized int add(FaultRule rule) {
    if (faults.size() == MAX_KEPT) {
      faults.remove(0);
    }
    faults.add(new FaultCount(++added, rule, 0, true));
    return added;
  }

  /** Ends all faults; their counts stay. */
  public synchronized void heal() {
    faults.replaceAll(fault -> new FaultCount(fault.id(), fault.rule(), fault.struck(), false));
  }

  /** What each fault did, oldest first. */
  public synchronized List<FaultCount> counts() {
    return List.copyOf(faults);
  }

  /** What strikes a request of this kind at this point, if anything; striking is counted. */
  public synchronized Optional<FaultAction> strike(CosmosOperation operation, FaultPoint point) {
    for (int i = 0; i < faults.size(); i++) {
      FaultCount fault = faults.get(i);
      FaultRule rule = fault.rule();
      boolean fits =
          fault.active() && rule.point() == point && rule.operations().contains(operation);
      if (fits && (rule.probability() == 1 || random.nextDouble() < rule.probability())) {
        int struck = fault.struck() + 1;
        faults.set(i, new FaultCount(fault.id(), rule, struck, struck < rule.times()));
        return Optional.of(rule.action());
      }
    }
    return Optional.empty();
  }
}
