package io.twinbus.local.cosmos.faults;

import io.twinbus.local.faults.Chance;
import io.twinbus.local.faults.FaultPoint;
import io.twinbus.local.faults.Injector;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The faults of one ledger endpoint and what they did. Thread-safe. */
public final class FaultInjector {
  private final RandomGenerator random;
  private final Injector<CosmosOperation, LocatedRule> faults =
      new Injector<>(CosmosOperation.class);
  private final Set<LedgerLie> lies = ConcurrentHashMap.newKeySet();

  /** Draws chances from this generator, so that a seed repeats them. */
  public FaultInjector(RandomGenerator random) {
    this.random = random;
  }

  /** Has the account break a rule until it is healed. */
  public void lie(LedgerLie lie) {
    lies.add(lie);
  }

  /** Whether the account was told to break the rule. */
  public boolean lies(LedgerLie lie) {
    return lies.contains(lie);
  }

  /** The rules that the account breaks now. */
  public Set<LedgerLie> lies() {
    return Set.copyOf(lies);
  }

  /** Injects a fault everywhere; the number identifies it in {@link #counts()}. */
  public int add(FaultRule rule) {
    return add(null, rule);
  }

  /** Injects a fault for the items of one partition; null means all. */
  public int add(@Nullable String partition, FaultRule rule) {
    return faults.add(
        new LocatedRule(rule, partition), new Chance(rule.times(), rule.probability()), random);
  }

  /** Ends one fault; its counts stay. False: there is none with this id. */
  public boolean end(int id) {
    return faults.end(id);
  }

  /** Ends all faults and lies; their counts stay. */
  public void heal() {
    lies.clear();
    faults.endAll();
  }

  /** Whether any fault may strike; cheap. */
  public boolean armed() {
    return faults.armed();
  }

  /** What each fault did, oldest first. */
  public List<FaultCount> counts() {
    return faults.all().stream().map(FaultCount::of).toList();
  }

  /**
   * What strikes a request of this kind at this point, if anything; striking is counted.
   *
   * @param partition the value of the partition key that the request names; null if it names none
   */
  public Optional<FaultAction> strike(
      CosmosOperation operation, @Nullable String partition, FaultPoint point) {
    return faults
        .strike(operation, located -> located.fits(operation, partition, point))
        .map(located -> located.rule().action());
  }

  /**
   * What strikes an operation within a bulk request, if anything; striking is counted. A fault that
   * has had the request as a whole before it does not get another chance at each operation.
   *
   * @param partition the value of the partition key that the operation names; null if it names none
   */
  public Optional<FaultAction> strikeWithin(
      CosmosOperation operation, @Nullable String partition, FaultPoint point) {
    return faults
        .strike(
            operation,
            located ->
                located.fits(operation, partition, point)
                    && !located.fits(CosmosOperation.BATCH, null, point))
        .map(located -> located.rule().action());
  }
}
