package io.twinbus.rehearsal.incident;

import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.input.MessageBatch;
import io.twinbus.rehearsal.run.Feed;
import io.twinbus.rehearsal.run.LiveSystem;
import io.twinbus.rehearsal.run.Scenario;
import io.twinbus.rehearsal.run.Stage;
import io.twinbus.rehearsal.sink.AppliedEffect;
import io.twinbus.rehearsal.sink.Sink;
import io.twinbus.rehearsal.stack.RunQueues;
import io.twinbus.rehearsal.stack.SettlementWait;
import io.twinbus.rehearsal.verify.Reach;
import io.twinbus.rehearsal.verify.Standstill;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The incident "the handler is away".
 *
 * <ol>
 *   <li>Receivers of both regions start; the first message of each session is handled.
 *   <li>The handler goes down, in one region or in both; the other messages are sent.
 *   <li>The handler is back, and the run waits until nothing is unsettled.
 *   <li>It is judged: dead letters, the order of each session, how soon all was complete, and how
 *       long a session stood still.
 * </ol>
 */
public final class HandlerAway implements Scenario {

  private static final Duration TO_START_AND_SETTLE = Duration.ofMinutes(8);
  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  private final HandlerAwayPlan plan;
  private final Optional<Path> applied;

  /**
   * The incident that {@code plan} describes.
   *
   * @param applied where every effect is written, if anywhere
   */
  public HandlerAway(HandlerAwayPlan plan, Optional<Path> applied) {
    this.plan = plan;
    this.applied = applied;
  }

  @Override
  public String name() {
    return "incident";
  }

  @Override
  public Optional<Duration> bound() {
    return Optional.of(plan.outage().plus(TO_START_AND_SETTLE));
  }

  @Override
  public HandlerAwayOutcome play(Stage stage)
      throws IOException, InterruptedException, TimeoutException {
    LiveSystem.Setup setup =
        new LiveSystem.Setup(
            plan.receiversPerRegion(),
            RunQueues.of(1),
            "  receiver:\n    handler-timeout: 5s\n",
            List.of(),
            applied);
    try (LiveSystem system = LiveSystem.start(stage, setup);
        Feed feed = new Feed(system.settings(), stage.clocks())) {
      send(plan.first(), feed, stage, system, 0);
      awaitFirstEffects(stage, system);
      Outage outage = new Outage(stage, system);
      outage.begin();
      send(plan.others(), feed, stage, system, HandlerAwayPlan.SESSIONS);
      outage.end();
      feed.awaitAnswers();
      feed.finish();
      SettlementWait.Left left = system.settle(LiveSystem.PATIENCE);
      system.checkAlive();
      return judge(system, feed, outage, left);
    }
  }

  private void send(
      MessageBatch messages, Feed feed, Stage stage, LiveSystem system, int sentBefore)
      throws InterruptedException {
    feed.send(
        messages.source(),
        plan.perSecond(),
        count -> {
          stage.status().show(() -> progress(system, sentBefore + count));
          system.checkAlive();
        });
  }

  /**
   * Waits until the first message of each session has taken effect: receivers that never saw the
   * handler well judge its failures otherwise.
   */
  private void awaitFirstEffects(Stage stage, LiveSystem system) throws InterruptedException {
    MonotonicTime begun = stage.now();
    while (system.outside().effects().size() < HandlerAwayPlan.SESSIONS) {
      system.checkAlive();
      if (stage.now().since(begun).compareTo(LiveSystem.PATIENCE) > 0) {
        throw new CommandFailure(
            ExitCode.FAILURE,
            "The handler was well, but after %d s only %d of %d first messages had taken effect."
                .formatted(
                    LiveSystem.PATIENCE.toSeconds(),
                    system.outside().effects().size(),
                    HandlerAwayPlan.SESSIONS));
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY.toMillis());
    }
  }

  private String progress(LiveSystem system, long sent) {
    return "the handler answers %s: sent %d of %d · effects %d"
        .formatted(
            plan.answer(),
            sent,
            HandlerAwayPlan.SESSIONS * HandlerAwayPlan.MESSAGES_EACH,
            system.outside().effects().size());
  }

  private HandlerAwayOutcome judge(
      LiveSystem system, Feed feed, Outage outage, SettlementWait.Left left) {
    List<AppliedEffect> effects = system.outside().effects().effects();
    Standstill.Impact stood =
        new Standstill(effects, feed.log()::sentAt)
            .between(outage.begun(), outage.ended(), Reach.everything());
    MonotonicTime last =
        effects.stream()
            .map(effect -> effect.at().monotonic())
            .max(MonotonicTime::compareTo)
            .orElse(outage.ended());
    Duration after = last.since(outage.ended());
    return new HandlerAwayOutcome(
        plan,
        EffectOrder.of(effects),
        left,
        new HandlerAwayOutcome.Times(after.isNegative() ? Duration.ZERO : after, stood.longest()));
  }

  /** The handlers that are down, from when to when. */
  private final class Outage {

    private final Stage stage;
    private final LiveSystem system;
    private @Nullable MonotonicTime begun;
    private @Nullable MonotonicTime ended;

    Outage(Stage stage, LiveSystem system) {
      this.stage = stage;
      this.system = system;
    }

    void begin() {
      begun = stage.now();
      for (Map.Entry<RegionName, Sink> sink : system.outside().sinks().entrySet()) {
        if (plan.only().map(sink.getKey()::equals).orElse(true)) {
          sink.getValue().fail(plan.answer(), call -> plan.fails(call.session()));
        }
      }
    }

    /** Waits until the outage has lasted as long as planned, and ends it. */
    void end() throws InterruptedException, IOException {
      Duration left = plan.outage().minus(stage.now().since(begun()));
      if (!left.isNegative()) {
        TimeUnit.MILLISECONDS.sleep(left.toMillis());
      }
      ended = stage.now();
      for (Sink sink : system.outside().sinks().values()) {
        sink.recover();
      }
    }

    MonotonicTime begun() {
      return known(begun);
    }

    MonotonicTime ended() {
      return known(ended);
    }

    private MonotonicTime known(@Nullable MonotonicTime time) {
      if (time == null) {
        throw new IllegalStateException("The outage has not come so far");
      }
      return time;
    }
  }
}
