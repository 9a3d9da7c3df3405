package io.twinbus.simulation;

import io.twinbus.protocol.RegionName;
import io.twinbus.receiver.FailureKind;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.broker.Delivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The handler calls of all receivers, and how each of them goes. */
final class Handlers {

  /** How a call goes. */
  enum Manner {
    PROMPT,
    SLOW,
    FAILS,
    FAILS_AFTER_EFFECT,
    CONDEMNS,
    HANGS,
    STUBBORN,
    BREAKS,
    KILLS,
    KILLS_WORKER
  }

  private final Ground ground;
  private final Sink sink;
  private final CallAudit audit;
  private final Outages outages;
  private final List<HandlerRun> running = new ArrayList<>();
  private HandlerTemper temper = HandlerTemper.GOOD;
  private Optional<Manner> next = Optional.empty();
  private boolean quick;
  private int deadly;
  private long endedWell;

  Handlers(Ground ground, Sink sink, CallAudit audit) {
    this.ground = ground;
    this.sink = sink;
    this.audit = audit;
    this.outages = new Outages(ground);
  }

  void temper(HandlerTemper wanted) {
    temper = wanted;
  }

  /** Prompt calls take a millisecond or two, less than a write to the ledger. */
  void beQuick() {
    quick = true;
  }

  /** Some of the next {@code calls} kill their worker, whatever their message. */
  void killWorkers(int calls) {
    ground.trace().say("handlers", () -> "kill some workers in the next " + calls + " calls");
    deadly = calls;
  }

  /** The next call goes like this, whatever the temper. */
  void nextCall(Manner manner) {
    next = Optional.of(manner);
  }

  /** Which regions' handlers are down. */
  Outages outages() {
    return outages;
  }

  /** How many calls of a region's receivers have not returned. */
  long running(RegionName region) {
    return running.stream().filter(run -> run.worker.process().region().equals(region)).count();
  }

  CallAudit audit() {
    return audit;
  }

  /** Starts a call. */
  void start(HandlerRun run) {
    SentMessage message = run.message;
    WatchedWorker worker = run.worker;
    run.answer.onCancel(() -> cancel(run));
    ground.trace().say(worker.writer().name(), () -> "starts " + run);
    List<Delivery> before = worker.link().queue().broker().before(worker.session(), run.arrival);
    audit.starts(run, before);
    running.add(run);
    if (message.losesLinks > 0) {
      message.losesLinks--;
      later(
          run,
          ground.chance().millis(5, 500),
          () -> worker.link().queue().loseLock("its link breaks"));
      return;
    }
    Optional<FailureKind> failure = message.isPoison ? Optional.empty() : failure(run);
    if (failure.isPresent()) {
      HandlerOutcome outcome = Outages.outcome(failure.get());
      later(run, ground.chance().millis(5, 500), () -> returns(run, outcome));
      return;
    }
    Manner manner = message.isPoison ? killing(message) : next.orElseGet(this::manner);
    next = Optional.empty();
    run.isLocal = message.isPoison || manner == Manner.KILLS_WORKER || ground.chance().percent(40);
    run.isStubborn = manner == Manner.STUBBORN;
    switch (manner) {
      case PROMPT ->
          takesEffect(run, quick ? ground.chance().millis(0, 2) : ground.chance().millis(2, 60));
      case SLOW -> takesEffect(run, ground.chance().millis(500, 9_000));
      case STUBBORN -> takesEffect(run, ground.chance().millis(12_000, 40_000));
      case FAILS -> later(run, ground.chance().millis(5, 500), () -> returns(run, retry("failed")));
      case FAILS_AFTER_EFFECT ->
          later(
              run,
              ground.chance().millis(5, 500),
              () -> returns(run, sink.take(run) ? retry("reply lost") : fenced()));
      case CONDEMNS ->
          later(
              run,
              ground.chance().millis(5, 500),
              () -> returns(run, new HandlerOutcome.DeadLetter("Unwanted", "It is of no use.")));
      case BREAKS -> breaks(run);
      case KILLS -> later(run, untilItKills(), () -> kills(run));
      case KILLS_WORKER -> later(run, untilItKills(), () -> killsWorker(run));
      case HANGS -> ground.trace().say("handler", () -> "hangs: " + run);
    }
  }

  /** How the call fails because its endpoint is down, or because of its message. */
  private Optional<FailureKind> failure(HandlerRun run) {
    RegionName region = run.worker.process().region();
    Duration downtime = run.message.takesDown;
    FailureKind own = run.message.fails;
    if (downtime != null && own != null && outages.of(region).isEmpty()) {
      outages.begin(region, own);
      ground.timeline().after(downtime, () -> outages.end(region));
    }
    return outages.of(region).or(() -> Optional.ofNullable(own));
  }

  /** The call that has just begun is over: it throws at its receiver. */
  void throwsAtOnce(HandlerRun run) {
    close(run);
    failed(run, retry("it throws"));
  }

  /** The connection is gone in mid-call, and the endpoint goes on. */
  private void breaks(HandlerRun run) {
    run.isLocal = false;
    run.isStubborn = true;
    Duration broken = ground.chance().millis(5, 500);
    later(run, broken, () -> answers(run, new HandlerOutcome.EndUnknown("connection reset")));
    later(
        run,
        broken.plus(ground.chance().millis(0, 4_000)),
        () -> {
          sink.take(run);
          close(run);
        });
  }

  /** Often at once, while what was handled before is still to be written. */
  private Duration untilItKills() {
    Chance chance = ground.chance();
    return chance.percent(70) ? chance.millis(0, 2) : chance.millis(5, 500);
  }

  private void kills(HandlerRun run) {
    ground.score().count("handler kills its process");
    run.worker.process().killAndReturn(ground.chance().millis(500, 3_000));
  }

  private void killsWorker(HandlerRun run) {
    if (!run.worker.isGone()) {
      ground.score().count("handler kills its worker");
      run.worker.die();
    }
  }

  private static Manner killing(SentMessage message) {
    return message.killsWorker ? Manner.KILLS_WORKER : Manner.KILLS;
  }

  /** Cancels a call; a stubborn one does not care. */
  private void cancel(HandlerRun run) {
    run.excused = true;
    run.cancelledAt = run.cancelledAt == null ? ground.timeline().now() : run.cancelledAt;
    if (run.isStubborn || run.effective || !run.open) {
      return;
    }
    run.aborted = true;
    ground
        .timeline()
        .after(ground.chance().millis(0, 600), () -> deliver(run, retry("it was cancelled")));
  }

  /** The process is gone: so are the calls inside it; those under way to the sink are not. */
  void died(ReceiverProcess process) {
    for (HandlerRun run : List.copyOf(running)) {
      if (run.worker.process() == process) {
        run.excused = true;
        if (run.isLocal) {
          close(run);
        }
      }
    }
  }

  private void takesEffect(HandlerRun run, Duration after) {
    later(
        run,
        after,
        () -> {
          HandlerOutcome outcome = sink.take(run) ? completed(run) : fenced();
          later(run, ground.chance().millis(0, quick ? 1 : 20), () -> returns(run, outcome));
        });
  }

  /** What happens inside the process waits while it stands still, and never comes when it died. */
  private void later(HandlerRun run, Duration delay, Runnable step) {
    Runnable guarded =
        () -> {
          if (run.open && !run.aborted) {
            step.run();
          }
        };
    ground
        .timeline()
        .after(
            delay,
            () -> {
              if (run.isLocal) {
                run.worker.process().hand(guarded);
              } else {
                guarded.run();
              }
            });
  }

  private void returns(HandlerRun run, HandlerOutcome outcome) {
    ground.timeline().after(ground.chance().millis(0, quick ? 1 : 5), () -> deliver(run, outcome));
  }

  private void deliver(HandlerRun run, HandlerOutcome outcome) {
    if (!run.open) {
      return;
    }
    close(run);
    answers(run, outcome);
  }

  private void answers(HandlerRun run, HandlerOutcome outcome) {
    if (outcome instanceof HandlerOutcome.Completed) {
      run.message.completed = true;
    } else {
      failed(run, outcome);
    }
    run.worker.process().hand(() -> run.answer.complete(outcome));
  }

  private static void failed(HandlerRun run, HandlerOutcome outcome) {
    run.excused = true;
    run.endedByItself =
        (run.cancelledAt == null && outcome instanceof HandlerOutcome.Retry)
            || outcome instanceof HandlerOutcome.DeadLetter;
    run.message.condemned |= outcome instanceof HandlerOutcome.DeadLetter;
  }

  /**
   * Its worker hears of it. A call that it has given up by then, with the claim that it ran under,
   * ends nothing.
   */
  void isHeardOf(HandlerRun run, HandlerOutcome outcome) {
    if (run.heardAt == null && !(outcome instanceof HandlerOutcome.Fenced)) {
      run.heardAt = ground.timeline().now();
      run.failure = Outages.kind(outcome).orElse(null);
    }
    if (outcome instanceof HandlerOutcome.Completed
        && run.worker.serves().stream().anyMatch(run.claims::contains)) {
      run.endedWellAt = ++endedWell;
    }
  }

  private void close(HandlerRun run) {
    running.remove(run);
    audit.returned(run);
  }

  private Manner manner() {
    Chance chance = ground.chance();
    if (deadly > 0 && --deadly >= 0 && chance.percent(40)) {
      return Manner.KILLS_WORKER;
    }
    double dice = chance.real(0, 100);
    if ((dice -= temper.slow()) < 0) {
      return Manner.SLOW;
    }
    if ((dice -= temper.fails()) < 0) {
      return chance.pick(List.of(Manner.FAILS, Manner.FAILS_AFTER_EFFECT, Manner.BREAKS));
    }
    if ((dice -= temper.condemns()) < 0) {
      return Manner.CONDEMNS;
    }
    if ((dice -= temper.hangs()) < 0) {
      return Manner.HANGS;
    }
    return dice < temper.stubborn() ? Manner.STUBBORN : Manner.PROMPT;
  }

  private static HandlerOutcome retry(String why) {
    return new HandlerOutcome.Retry(why, Optional.empty());
  }

  private static HandlerOutcome completed(HandlerRun run) {
    return new HandlerOutcome.Completed(StateFold.change(run.message, run.invocation.state()));
  }

  private static HandlerOutcome fenced() {
    return new HandlerOutcome.Fenced();
  }
}
