package io.twinbus.local.faults;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * The faults of one endpoint and what they did.
 *
 * <p>Thread-safe; costs a request nothing while no fault is in place. Of several that fit a request
 * the one injected first strikes. The last {@value #MAX_KEPT} are kept, ended ones for their
 * counts; when there are more, the oldest one that has ended goes, or else the oldest.
 *
 * @param <O> the operations of the endpoint
 * @param <R> its rules
 */
public final class Injector<O extends Enum<O>, R> {
  private static final int MAX_KEPT = 1_000;

  private final Class<O> operations;
  private final List<Entry<O, R>> entries = new ArrayList<>();
  private volatile boolean armed;
  private int added;

  /** No faults yet. */
  public Injector(Class<O> operations) {
    this.operations = operations;
  }

  /** Injects a fault whose probability draws from this generator; answers its id. */
  public synchronized int add(R rule, Chance chance, RandomGenerator random) {
    makeRoom();
    entries.add(new Entry<>(++added, rule, chance, random, new EnumMap<>(operations)));
    armed = true;
    return added;
  }

  /** Ends one fault; its counts stay. False: there is none with this id. */
  public synchronized boolean end(int id) {
    for (Entry<O, R> entry : entries) {
      if (entry.id == id) {
        entry.active = false;
        rearm();
        return true;
      }
    }
    return false;
  }

  /** Ends all faults; their counts stay. */
  public synchronized void endAll() {
    entries.forEach(entry -> entry.active = false);
    armed = false;
  }

  /** Every fault with its counts, oldest first. */
  public synchronized List<Injected<O, R>> all() {
    return entries.stream().map(Entry::report).toList();
  }

  /** Whether any fault may strike; cheap. */
  public boolean armed() {
    return armed;
  }

  /** What strikes this operation, if anything; offering and striking are counted. */
  public Optional<R> strike(O operation, Predicate<R> fits) {
    return armed ? draw(operation, fits) : Optional.empty();
  }

  private synchronized Optional<R> draw(O operation, Predicate<R> fits) {
    for (Entry<O, R> entry : entries) {
      if (entry.active && fits.test(entry.rule) && entry.strikes(operation)) {
        rearm();
        return Optional.of(entry.rule);
      }
    }
    return Optional.empty();
  }

  private void rearm() {
    armed = entries.stream().anyMatch(entry -> entry.active);
  }

  private void makeRoom() {
    if (entries.size() < MAX_KEPT) {
      return;
    }
    for (Iterator<Entry<O, R>> each = entries.iterator(); each.hasNext(); ) {
      if (!each.next().active) {
        each.remove();
        return;
      }
    }
    entries.remove(0);
  }

  private static final class Entry<O extends Enum<O>, R> {
    private final int id;
    private final R rule;
    private final Chance chance;
    private final RandomGenerator random;
    private final Map<O, Long> struck;
    private long offered;
    private int strikes;
    private boolean active = true;

    Entry(int id, R rule, Chance chance, RandomGenerator random, Map<O, Long> struck) {
      this.id = id;
      this.rule = rule;
      this.chance = chance;
      this.random = random;
      this.struck = struck;
    }

    boolean strikes(O operation) {
      offered++;
      if (chance.probability() < 1 && random.nextDouble() >= chance.probability()) {
        return false;
      }
      struck.merge(operation, 1L, Long::sum);
      active = ++strikes < chance.times();
      return true;
    }

    Injected<O, R> report() {
      return new Injected<>(id, rule, offered, struck, active);
    }
  }
}
