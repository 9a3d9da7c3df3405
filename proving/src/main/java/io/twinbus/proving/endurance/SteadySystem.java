package io.twinbus.proving.endurance;

import io.twinbus.local.control.ControlClient;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.configuration.Configuration;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.rehearsal.children.ChildProcess;
import io.twinbus.rehearsal.children.Children;
import io.twinbus.rehearsal.input.InputMessage;
import io.twinbus.rehearsal.input.MessageSource;
import io.twinbus.rehearsal.producer.Producer;
import io.twinbus.rehearsal.producer.SendLog;
import io.twinbus.rehearsal.producer.SenderOutlet;
import io.twinbus.rehearsal.sink.EffectLog;
import io.twinbus.rehearsal.sink.Gate;
import io.twinbus.rehearsal.sink.Sink;
import io.twinbus.rehearsal.stack.LocalProcess;
import io.twinbus.rehearsal.stack.ReceiverFleet;
import io.twinbus.rehearsal.stack.RunFiles;
import io.twinbus.rehearsal.stack.Settlement;
import io.twinbus.rehearsal.terminal.StatusLine;
import io.twinbus.rehearsal.verify.Verification;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A whole system on this machine under steady traffic: the local stack and the receivers of both
 * regions, each a process of its own, a sender and the outside system in this one.
 *
 * <p>Used by one thread; what it hands out may be used by any.
 */
final class SteadySystem implements AutoCloseable {

  private static final Duration ANSWER_BOUND = Duration.ofMinutes(3);
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Traffic traffic;
  private final Clocks clocks;
  private final StatusLine status;
  private final Children children;
  private final EffectLog effects;
  private final Sink sink;
  private final SendLog sendings = new SendLog();
  private final LocalProcess local;
  private final ReceiverFleet fleet;
  private final SenderOutlet outlet;
  private boolean enough;
  private boolean resting;

  private SteadySystem(Traffic traffic, String settings, Surroundings surroundings, Clocks clocks)
      throws IOException, InterruptedException, TimeoutException {
    this.traffic = traffic;
    this.clocks = clocks;
    RunFiles files = surroundings.files();
    this.status = surroundings.status();
    this.effects = new EffectLog(clocks, effect -> {});
    this.sink = Sink.start(effects, new Gate());
    this.children = new Children(files.directory());
    try {
      status.show(() -> "starting the local stack (two regions and a ledger) …");
      this.local = LocalProcess.start(children);
      Path config = files.writeConfig(local.endpoints().toYaml() + settings);
      this.fleet = new ReceiverFleet(children, config, sink::addressFor);
      startReceivers();
      this.outlet = SenderOutlet.open(Configuration.load(config, Map.of()));
    } catch (IOException | InterruptedException | TimeoutException | RuntimeException e) {
      children.close();
      sink.close();
      throw e;
    }
  }

  /** Where a run keeps its files, and the line that shows how far it has come. */
  record Surroundings(RunFiles files, StatusLine status) {}

  /**
   * Starts one that is ready for {@code traffic}.
   *
   * @param settings lines of YAML below {@code twinbus:}, for every process
   * @throws TimeoutException when a process is not ready within three minutes
   */
  static SteadySystem start(
      Traffic traffic, String settings, Surroundings surroundings, Clocks clocks)
      throws IOException, InterruptedException, TimeoutException {
    return new SteadySystem(traffic, settings, surroundings, clocks);
  }

  private void startReceivers() throws IOException, InterruptedException, TimeoutException {
    int perRegion = traffic.receiversPerRegion();
    status.show(() -> "starting %d receivers in each of two regions …".formatted(perRegion));
    List<ChildProcess> receivers = new ArrayList<>();
    for (RegionName region : LocalProcess.REGIONS) {
      for (int i = 0; i < perRegion; i++) {
        receivers.add(fleet.start(region));
      }
    }
    for (ChildProcess receiver : receivers) {
      ReceiverFleet.awaitReady(receiver);
    }
  }

  /**
   * Sends at the steady rate while {@code course} runs, then lets everything settle, and judges
   * what took effect.
   *
   * @param story what the status line says of the course
   */
  Verdict play(Course course, java.util.function.Supplier<String> story)
      throws IOException, InterruptedException, TimeoutException {
    status.show(() -> progress("sending", story.get()));
    Producer producer = new Producer(outlet, sendings, clocks);
    Thread sending = new Thread(() -> send(producer), "sending");
    sending.setDaemon(true);
    sending.start();
    try {
      course.run(this);
    } finally {
      end();
    }
    sending.join(ANSWER_BOUND.toMillis());
    status.show(() -> progress("settling", ""));
    long unanswered = producer.awaitAnswers(ANSWER_BOUND);
    if (unanswered > 0) {
      throw new CommandFailure(
          ExitCode.FAILURE, "The sender never answered for %d messages.".formatted(unanswered));
    }
    outlet.close(ANSWER_BOUND);
    Settlement.Left left = new Settlement(control(), clocks).await(PATIENCE, effects::size);
    checkAlive();
    return new Verdict(
        new Verification(traffic.input(), null)
            .judge(effects.effects(), sendings::isAcknowledged, effects.overlaps()),
        left,
        sendings.counts());
  }

  private void send(Producer producer) {
    MessageSource source = traffic.input().source();
    try {
      producer.sendAll(new UntilEnough(source), traffic.perSecond(), count -> {});
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The messages of another source, until there have been enough. */
  private final class UntilEnough implements MessageSource {

    private final MessageSource source;

    UntilEnough(MessageSource source) {
      this.source = source;
    }

    @Override
    public @Nullable InputMessage next() {
      return goesOn() ? source.next() : null;
    }

    @Override
    public void close() {
      source.close();
    }
  }

  /** Waits while traffic rests; false when there has been enough. */
  private synchronized boolean goesOn() {
    while (resting && !enough) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return !enough;
  }

  private synchronized void end() {
    enough = true;
    notifyAll();
  }

  private synchronized void rest(boolean wanted) {
    resting = wanted;
    notifyAll();
  }

  /**
   * Stops traffic until every message is settled, and then for {@code calm}; calls {@code look},
   * and lets traffic go on, with what was due meanwhile at once.
   */
  void atRest(Duration calm, Look look) throws IOException, InterruptedException {
    rest(true);
    try {
      var unused = new Settlement(control(), clocks).await(PATIENCE, effects::size);
      TimeUnit.MILLISECONDS.sleep(calm.toMillis());
      look.take();
    } finally {
      rest(false);
    }
  }

  /** What is looked at while nothing moves. */
  @FunctionalInterface
  interface Look {
    /** Looks. */
    void take() throws IOException, InterruptedException;
  }

  /**
   * Checks that nothing has ended by itself.
   *
   * @throws CommandFailure with one sentence when something has
   */
  void checkAlive() {
    String casualty = fleet.casualty();
    if (casualty != null) {
      throw new CommandFailure(ExitCode.FAILURE, casualty);
    }
    if (!local.process().isAlive()) {
      throw new CommandFailure(
          ExitCode.FAILURE, "The local stack ended; its log is " + local.process().log() + ".");
    }
  }

  /** The receivers. */
  ReceiverFleet fleet() {
    return fleet;
  }

  /** The ports of the HTTP servers that every receiver talks to: the ledger and the sink. */
  Set<Integer> servers() {
    return Set.of(local.endpoints().ledger().getPort(), sink.addressFor("any").getPort());
  }

  /** Where faults are ordered. */
  ControlClient control() {
    return new ControlClient(local.endpoints().control());
  }

  /** What took effect. */
  EffectLog effects() {
    return effects;
  }

  /** When what was sent. */
  SendLog sendings() {
    return sendings;
  }

  Clocks clocks() {
    return clocks;
  }

  private String progress(String phase, String story) {
    return "%s  sent %,d · effects %,d%s"
        .formatted(
            phase, sendings.counts().sent(), effects.size(), story.isEmpty() ? "" : " · " + story);
  }

  @Override
  public void close() {
    outlet.close(Duration.ofSeconds(1));
    children.close();
    sink.close();
  }
}
