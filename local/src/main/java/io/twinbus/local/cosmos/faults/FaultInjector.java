package io.twinbus.local.cosmos.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

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

  /** Injects a fault everywhere; the number identifies it in {@link #counts()}. */
  public int add(FaultRule rule) {
    return add(null, rule);
  }

  /** Injects a fault for the items of one partition; null means all. */
  public synchronized int add(@Nullable String partition, FaultRule rule) {
    if (faults.size() == MAX_KEPT) {
      faults.remove(0);
    }
    faults.add(new FaultCount(++added, rule, partition, 0, true));
    return added;
  }

  /** Ends all faults; their counts stay. */
  public synchronized void heal() {
    faults.replaceAll(FaultCount::ended);
  }

  /** What each fault did, oldest first. */
  public synchronized List<FaultCount> counts() {
    return List.copyOf(faults);
  }

  /**
   * What strikes a request of this kind at this point, if anything; striking is counted.
   *
   * @param partition the value of the partition key that the request names; null if it names none
   */
  public synchronized Optional<FaultAction> strike(
      CosmosOperation operation, @Nullable String partition, FaultPoint point) {
    for (int i = 0; i < faults.size(); i++) {
      FaultCount fault = faults.get(i);
      double probability = fault.rule().probability();
      if (fault.fits(operation, partition, point)
          && (probability == 1 || random.nextDouble() < probability)) {
        faults.set(i, fault.strikeAgain());
        return Optional.of(fault.rule().action());
      }
    }
    return Optional.empty();
  }
}
