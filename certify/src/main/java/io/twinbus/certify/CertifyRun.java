package io.twinbus.certify;

import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.LongTimes;
import io.twinbus.certify.check.Result;
import io.twinbus.certify.check.Trial;
import io.twinbus.certify.closing.Closing;
import io.twinbus.certify.closing.ClosingRun;
import io.twinbus.certify.cosmos.AccountSite;
import io.twinbus.certify.report.RunReport;
import io.twinbus.certify.run.Belongings;
import io.twinbus.certify.run.Examination;
import io.twinbus.certify.run.Measured;
import io.twinbus.certify.run.Pace;
import io.twinbus.certify.run.RunName;
import io.twinbus.certify.servicebus.BusSite;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.identity.LedgerIdentity;
import io.twinbus.ops.command.CliContext;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * One run of all checks on a deployment.
 *
 * <ol>
 *   <li>What earlier runs have left is removed.
 *   <li>The run's queues and database are made; where that fails, their checks count as not run.
 *   <li>The checks run; then, alone, the closing run.
 *   <li>What was made is removed.
 * </ol>
 *
 * <p>Not thread-safe, except for {@link #tidy}.
 */
final class CertifyRun {

  private static final Duration BOUND = Duration.ofMinutes(10);

  /** For each place: most checks wait. */
  private static final int AT_A_TIME = 8;

  /** At one place, at most. */
  private static final int LONG_CHECKS = 2;

  private static final int PER_SECOND = 25;
  private static final int OPERATIONS_TO_MAKE = 12;
  private static final int REQUEST_UNITS_TO_MAKE = 20;

  private final CliContext context;
  private final FlatSettings settings;
  private final Optional<Closing> closing;
  private final Optional<LongTimes> longTimes;
  private final ClusterSettings cluster;
  private final List<BusSite> regions;
  private final AccountSite account;
  private final Belongings belongings = new Belongings();
  private final RunName run;
  private final Instant startedAt;

  /**
   * A run on what {@code settings} describe.
   *
   * @param random makes the names of runs differ
   * @param closing what is played after the checks, if anything
   * @param longTimes of the long checks; empty: without them
   */
  CertifyRun(
      CliContext context,
      FlatSettings settings,
      RandomGenerator random,
      Optional<ClosingRun> closing,
      Optional<LongTimes> longTimes) {
    this.context = context;
    this.settings = settings;
    this.closing = closing.map(Closing::new);
    this.longTimes = longTimes;
    this.cluster = ClusterSettings.from(settings);
    this.regions =
        cluster.regions().values().stream().map(region -> new BusSite(region, longTimes)).toList();
    this.account =
        new AccountSite(
            LedgerSettings.from(settings),
            context.clocks(),
            LedgerIdentity.ofEnvironment(),
            longTimes);
    this.startedAt = context.wall();
    this.run = RunName.of(startedAt, bound(), random);
  }

  /** Within it the run has ended; then a later run removes what it has left. */
  Duration bound() {
    return BOUND.plus(longTimes.map(LongTimes::longest).orElse(Duration.ZERO));
  }

  /** What the run consumes at most. */
  Cost cost() {
    Cost perRegion =
        total(BusSite.assumptions(longTimes)).plus(Cost.operations(OPERATIONS_TO_MAKE));
    return total(AccountSite.assumptions(longTimes))
        .plus(closing.map(run -> Closing.assumption().cost()).orElse(Cost.NONE))
        .plus(Cost.requestUnits(REQUEST_UNITS_TO_MAKE))
        .plus(perRegion.times(regions.size()));
  }

  private static Cost total(List<Assumption> assumptions) {
    return assumptions.stream().map(Assumption::cost).reduce(Cost.NONE, Cost::plus);
  }

  /** The names of the regions. */
  List<String> places() {
    return regions.stream().map(BusSite::name).toList();
  }

  /** How many checks there are. */
  int size() {
    return regions.size() * BusSite.assumptions(longTimes).size()
        + AccountSite.assumptions(longTimes).size()
        + (closing.isPresent() ? 1 : 0);
  }

  /** What a person types who has no database for the checks; empty: the run makes it. */
  List<String> commands() {
    return account.commands();
  }

  /**
   * Runs all checks. Blocks for some minutes at most.
   *
   * @param version of this program
   * @param progress hears of each result
   * @param closingBegins is told before the closing run
   */
  RunReport run(String version, Consumer<Result> progress, Runnable closingBegins)
      throws InterruptedException {
    try {
      List<String> cleared = clear();
      List<Trial> trials = new ArrayList<>();
      for (BusSite region : regions) {
        trials.addAll(region.prepare(run, belongings, pace()));
      }
      trials.addAll(account.prepare(run, belongings, pace()));
      Examination examination = new Examination(context.clocks(), atATime());
      List<Result> results = new ArrayList<>(examination.run(trials, progress));
      if (closing.isPresent()) {
        closingBegins.run();
        Trial last = closing.get().prepare(settings, run, regions, account, belongings);
        results.addAll(examination.run(List.of(last), progress));
      }
      List<String> left = tidy();
      Duration took = Duration.between(startedAt, context.wall());
      return new RunReport(
          new RunReport.Subject(
              cluster.cluster(), addresses(), version, run.text(), startedAt, took),
          results,
          measured(),
          cost(),
          new RunReport.Tidying(cleared, belongings.names(), left));
    } finally {
      var unused = tidy();
      regions.forEach(BusSite::close);
      account.close();
    }
  }

  /** Removes what the run has made; answers what is left. Thread-safe, and may be called again. */
  List<String> tidy() {
    return belongings.removeAll();
  }

  private List<String> clear() {
    List<String> cleared = new ArrayList<>();
    for (BusSite region : regions) {
      cleared.addAll(cleared(() -> region.clear(startedAt)));
    }
    cleared.addAll(cleared(() -> account.clear(startedAt)));
    return cleared;
  }

  /** A place that does not answer is met again, and said, when something is to be made there. */
  private static List<String> cleared(Supplier<List<String>> place) {
    try {
      return place.get();
    } catch (RuntimeException e) {
      return List.of();
    }
  }

  private SortedMap<String, String> addresses() {
    SortedMap<String, String> all = new TreeMap<>();
    regions.forEach(region -> all.put(region.name(), region.address()));
    all.put(AccountSite.NAME, LedgerSettings.from(settings).endpoint().toString());
    return all;
  }

  private List<Measured> measured() {
    List<Measured> all = new ArrayList<>();
    regions.forEach(region -> all.addAll(region.measured()));
    all.addAll(account.measured());
    return all;
  }

  /** The long checks, which do nothing but wait, hold up no other. */
  private int atATime() {
    int most = longTimes.isPresent() ? AT_A_TIME + LONG_CHECKS : AT_A_TIME;
    return most * (regions.size() + 1);
  }

  private Pace pace() {
    return new Pace(context.clocks(), context.pause(), PER_SECOND);
  }
}
