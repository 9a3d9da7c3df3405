package io.twinbus.proving.bench.contest;

import io.twinbus.proving.bench.Samples;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Lets contenders do their rounds in turn.
 *
 * <p>In each round every contender has its lap, and the one that was first is last in the next: a
 * machine that is busy for a while is busy for all of them. Warm rounds come first and are not
 * counted. When the time is up no further round begins, but one is counted at least. Not
 * thread-safe.
 */
public final class Contest {

  private final int warmRounds;
  private final int rounds;
  private final Duration bound;
  private final Consumer<String> progress;
  private final Map<String, Contender> contenders = new LinkedHashMap<>();
  private Duration warmBound = ChronoUnit.FOREVER.getDuration();
  private Set<String> warmLonger = Set.of();
  private int warmRoundsOfSome;

  /**
   * A contest without contenders.
   *
   * @param warmRounds how many rounds are not counted
   * @param rounds how many are, if they fit into {@code bound}
   * @param bound how long the rounds that count may go on
   * @param progress hears what is being done
   */
  public Contest(int warmRounds, int rounds, Duration bound, Consumer<String> progress) {
    this.warmRounds = warmRounds;
    this.rounds = rounds;
    this.bound = bound;
    this.progress = progress;
  }

  /** Lets no further round begin that does not count, once they have taken {@code bound}. */
  public Contest warmFor(Duration bound) {
    warmBound = bound;
    return this;
  }

  /**
   * Has only {@code names} play {@code rounds} further rounds that do not count, after those of all
   * contenders: their code takes the compiler longer.
   */
  public Contest warmLonger(int rounds, String... names) {
    warmRoundsOfSome = rounds;
    warmLonger = Set.of(names);
    return this;
  }

  /** Lets {@code contender} take part. */
  public Contest enter(String name, Contender contender) {
    contenders.put(name, contender);
    return this;
  }

  /** Holds it, and closes the contenders; answers laps a second by contender and round. */
  public Standings hold() {
    Map<String, List<Double>> rates = new LinkedHashMap<>();
    contenders.keySet().forEach(name -> rates.put(name, new ArrayList<>()));
    try {
      Stopwatch watch = Stopwatch.start();
      for (int round = -allWarmRounds(); round < 0 && isWithin(warmBound, watch); round++) {
        for (String name : order(round)) {
          if (round < -warmRoundsOfSome || warmLonger.contains(name)) {
            Lap unused = lap(name, round);
          }
        }
      }
      watch = Stopwatch.start();
      for (int round = 0; round < rounds && (round == 0 || isWithin(bound, watch)); round++) {
        for (String name : order(round)) {
          double rate = lap(name, round).perSecond();
          rates.computeIfAbsent(name, fresh -> new ArrayList<>()).add(rate);
        }
      }
    } finally {
      contenders.values().forEach(Contender::close);
    }
    Map<String, Samples> standings = new LinkedHashMap<>();
    rates.forEach((name, values) -> standings.put(name, new Samples(values)));
    return new Standings(standings);
  }

  private int allWarmRounds() {
    return warmRounds + warmRoundsOfSome;
  }

  private static boolean isWithin(Duration bound, Stopwatch watch) {
    return watch.seconds() <= bound.toSeconds();
  }

  private Lap lap(String name, int round) {
    progress.accept(
        round < 0
            ? "%s: warm round %d of %d"
                .formatted(name, round + allWarmRounds() + 1, allWarmRounds())
            : "%s: round %d of %d".formatted(name, round + 1, rounds));
    Contender contender = contenders.get(name);
    if (contender == null) {
      throw new IllegalArgumentException("Nobody is called " + name + ".");
    }
    contender.prepare(round);
    return contender.run(round);
  }

  private List<String> order(int round) {
    List<String> order = new ArrayList<>(contenders.keySet());
    if (Math.floorMod(round, 2) == 1) {
      Collections.reverse(order);
    }
    return order;
  }
}
