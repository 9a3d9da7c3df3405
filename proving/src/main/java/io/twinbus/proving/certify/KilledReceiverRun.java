package io.twinbus.proving.certify;

import com.fasterxml.jackson.databind.node.TextNode;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.closing.ClosingRun;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.children.ChildProcess;
import io.twinbus.rehearsal.children.Children;
import io.twinbus.rehearsal.input.MessageBatch;
import io.twinbus.rehearsal.input.ShipmentTracking;
import io.twinbus.rehearsal.producer.SendCounts;
import io.twinbus.rehearsal.run.Feed;
import io.twinbus.rehearsal.run.Outside;
import io.twinbus.rehearsal.sink.AppliedEffect;
import io.twinbus.rehearsal.stack.ReceiverFleet;
import io.twinbus.rehearsal.stack.RunFiles;
import io.twinbus.rehearsal.verify.LedgerRecords;
import io.twinbus.rehearsal.verify.Verification;
import io.twinbus.testkit.history.Findings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * Sends for a quarter of a minute, kills a receiver halfway, and judges all effects.
 *
 * <ol>
 *   <li>A receiver starts for each region, as a process of its own, with its handler in this one.
 *   <li>A sender in this process sends a few messages a second.
 *   <li>After half of them the receiver of the first region is killed. Its sessions go on in
 *       another region, after its lease has run out.
 *   <li>When every message has taken effect, or after a bound, the history checker judges.
 * </ol>
 *
 * <p>The receivers' configuration, which holds keys, is on disk until they are ready. Their logs
 * stay in the temporary directory unless all is well.
 */
public final class KilledReceiverRun implements ClosingRun {

  private static final int MESSAGES = 120;
  private static final double PER_SECOND = 8;
  private static final long SEED = 1;
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final double MILLIS = 1_000;
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);

  private final Clocks clocks = Clocks.system();

  @Override
  public Finding play(FlatSettings settings)
      throws IOException, InterruptedException, TimeoutException {
    RunFiles files = RunFiles.createUnlogged("certify");
    Thread removal = new Thread(files::remove, "certify-files");
    Runtime.getRuntime()
        .addShutdownHook(removal); // nobody reads the logs of a run that was stopped
    try {
      return play(settings, files);
    } finally {
      keep(removal);
    }
  }

  private static void keep(Thread removal) {
    try {
      Runtime.getRuntime().removeShutdownHook(removal);
    } catch (IllegalStateException e) {
      // The process is ending, by a signal: they go.
    }
  }

  private Finding play(FlatSettings settings, RunFiles files)
      throws IOException, InterruptedException, TimeoutException {
    List<RegionName> regions = List.copyOf(ClusterSettings.from(settings).regions().keySet());
    Finding finding;
    try (Children children = new Children(files.directory());
        Outside outside = Outside.start(clocks, Optional.empty(), regions)) {
      Path config = files.writeConfig(yaml(settings));
      config.toFile().deleteOnExit(); // Ctrl-C may come while the file is there
      ReceiverFleet fleet = new ReceiverFleet(children, config, outside::addressFor);
      List<ChildProcess> receivers;
      try {
        receivers = started(fleet, regions);
      } finally {
        Files.deleteIfExists(config); // it holds keys, and is read at the start alone
      }
      finding = underLoad(settings, fleet, outside, receivers.get(0));
    }
    if (finding.grade() == Finding.Grade.HOLDS) {
      files.remove();
    }
    return finding;
  }

  private static List<ChildProcess> started(ReceiverFleet fleet, List<RegionName> regions)
      throws IOException, InterruptedException, TimeoutException {
    List<ChildProcess> receivers = new ArrayList<>();
    for (RegionName region : regions) {
      receivers.add(fleet.start(region));
    }
    for (ChildProcess receiver : receivers) {
      ReceiverFleet.awaitReady(receiver);
    }
    return receivers;
  }

  private Finding underLoad(
      FlatSettings settings, ReceiverFleet fleet, Outside outside, ChildProcess victim)
      throws InterruptedException {
    MessageBatch input = new MessageBatch(new ShipmentTracking(SEED).events(MESSAGES));
    try (Feed feed = new Feed(settings, clocks)) {
      Kill kill = new Kill(fleet, victim);
      feed.send(input.source(), PER_SECOND, kill::sent);
      feed.awaitAnswers();
      awaitEffects(outside, MESSAGES);
      feed.finish();
      String casualty = fleet.casualty();
      if (casualty != null) {
        return Finding.notRun(casualty);
      }
      SendCounts counts = feed.log().counts();
      if (counts.failed() > 0) {
        return Finding.notRun(
            "%d of %d messages were not accepted: %s"
                .formatted(counts.failed(), counts.sent(), counts.firstFailure().orElse("")));
      }
      Findings findings =
          new Verification(input, null)
              .judge(
                  outside.effects().effects(),
                  feed.log()::isAcknowledged,
                  outside.effects().overlaps(),
                  records(settings));
      return finding(
          findings,
          outside.effects().effects().stream().map(effect -> effect.at().monotonic()).toList(),
          outside.effects().byRegion());
    }
  }

  /**
   * What the history checker found, in one sentence.
   *
   * @param effects when each took effect
   */
  static Finding finding(
      Findings findings, List<MonotonicTime> effects, Map<String, Integer> byRegion) {
    if (!findings.isClean()) {
      return Finding.broken(String.join(" ", findings.examples()));
    }
    return Finding.holds(
        "%d messages took effect, none lost or out of order, though a receiver was killed; %s; %d repeats, each explained; by region %s."
            .formatted(
                findings.applied(),
                speed(effects),
                findings.explainedRepeats().values().stream().mapToInt(Integer::intValue).sum(),
                byRegion.entrySet().stream()
                    .map(entry -> entry.getKey() + " " + entry.getValue())
                    .collect(Collectors.joining(", "))));
  }

  /** How many took effect a second, and the longest time in which none did. */
  private static String speed(List<MonotonicTime> effects) {
    List<MonotonicTime> times = effects.stream().sorted().toList();
    Duration longest = Duration.ZERO;
    for (int i = 1; i < times.size(); i++) {
      Duration still = times.get(i).since(times.get(i - 1));
      longest = still.compareTo(longest) > 0 ? still : longest;
    }
    Duration all =
        times.isEmpty() ? Duration.ZERO : times.get(times.size() - 1).since(times.get(0));
    return String.format(
        Locale.ROOT,
        "%.1f a second, and none for %.1f s at the longest",
        times.size() / Math.max(1, all.toMillis() / MILLIS),
        longest.toMillis() / MILLIS);
  }

  private void awaitEffects(Outside outside, int messages) throws InterruptedException {
    MonotonicTime end = clocks.now().monotonic().plus(PATIENCE);
    while (distinct(outside.effects().effects()) < messages
        && !clocks.now().monotonic().isAtOrAfter(end)) {
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY.toMillis());
    }
  }

  private static int distinct(List<AppliedEffect> effects) {
    Set<String> ids = new HashSet<>();
    effects.forEach(effect -> ids.add(effect.call().session() + " " + effect.call().id()));
    return ids.size();
  }

  private List<SessionRecord> records(FlatSettings settings) {
    List<SessionRecord> records = new ArrayList<>();
    try (CosmosLedger ledger =
        CosmosLedger.open(LedgerSettings.from(settings), CosmosOptions.ofDefaults(), clocks)) {
      var unused = LedgerRecords.readAll(ledger.queries(), records::add);
    }
    return records;
  }

  /** Flat keys are YAML, too, and so are JSON's texts. The directory is this user's alone. */
  private static String yaml(FlatSettings settings) {
    return settings.revealed().entrySet().stream()
        .map(entry -> TextNode.valueOf(entry.getKey()) + ": " + TextNode.valueOf(entry.getValue()))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /** Kills the receiver when half of the messages have been sent. */
  private record Kill(ReceiverFleet fleet, ChildProcess victim) {

    void sent(long count) {
      if (count == MESSAGES / 2) {
        fleet.dismiss(victim);
        try {
          victim.kill();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }
}
