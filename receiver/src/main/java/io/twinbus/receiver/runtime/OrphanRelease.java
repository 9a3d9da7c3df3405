package io.twinbus.receiver.runtime;

import io.twinbus.ledger.rules.ClaimRegistry;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.WorkerIdentity;
import io.twinbus.receiver.session.worker.Release;
import io.twinbus.receiver.session.worker.SessionWorker;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Releases the claims of workers that died in a process that lives, because no other process can
 * tell such a claim from work: it lets the dead worker's handler calls return, within a bound, and
 * then runs {@link Release} until that is over. Until then the process answers for the claims.
 *
 * <p>Thread-safe.
 */
final class OrphanRelease {

  private static final Logger LOG = LoggerFactory.getLogger(OrphanRelease.class);

  private final LedgerCalls ledger;
  private final ClaimRegistry claims;
  private final Setting setting;
  private final Set<Running> open = ConcurrentHashMap.newKeySet();

  /**
   * What it runs on.
   *
   * @param clocks the present
   * @param timer where alarms run
   * @param executor where answers are handled
   * @param random where ids come from
   * @param handlerGrace how long handler calls may take to return
   * @param facts who hears of what a release reports
   */
  record Setting(
      Clocks clocks,
      ScheduledExecutorService timer,
      Executor executor,
      Random random,
      Duration handlerGrace,
      FactListener facts) {}

  OrphanRelease(LedgerCalls ledger, ClaimRegistry claims, Setting setting) {
    this.ledger = ledger;
    this.claims = claims;
    this.setting = setting;
  }

  /** Releases what remains of the dead worker {@code who} once its calls have returned. */
  void release(
      WorkerIdentity who, SessionWorker.Remains remains, CompletableFuture<Void> callsReturned) {
    if (remains.claims().isEmpty()) {
      return;
    }
    Running running = new Running(who, remains);
    open.add(running);
    var unused =
        new Deadlines(setting.timer())
            .within(setting.handlerGrace(), callsReturned)
            .whenComplete((done, late) -> running.begin());
  }

  /** Completes when the releases that have begun are over. */
  CompletableFuture<Void> over() {
    return CompletableFuture.allOf(
        open.stream().map(running -> running.over).toArray(CompletableFuture[]::new));
  }

  /** One release. */
  private final class Running {

    private final WorkerIdentity who;
    private final LedgerCalls.Asker asker;
    private final SessionWorker.Remains remains;
    private final Release release;
    private final Mailbox<Runnable> mailbox =
        new Mailbox<>(setting.executor(), tasks -> tasks.forEach(this::run));
    private final Alarm alarm;
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    Running(WorkerIdentity who, SessionWorker.Remains remains) {
      this.who = who;
      this.remains = remains;
      this.asker = new LedgerCalls.Asker(who.session(), true, () -> true);
      this.release = Release.of(remains, setting.random());
      this.alarm = new Alarm(setting.timer(), setting.clocks(), () -> post(new WorkerEvent.Tick()));
    }

    /** A release that fails must not be answered for: then a worker of this process takes over. */
    private void run(Runnable task) {
      try {
        task.run();
      } catch (RuntimeException | Error e) {
        LOG.error(
            "The claim of the dead worker of session {} could not be released: the session's next"
                + " worker here takes it over. This is a defect; please report it with this trace.",
            who.session(),
            e);
        end();
      }
    }

    void begin() {
      mailbox.post(() -> perform(release.begin()));
    }

    private void post(WorkerEvent event) {
      mailbox.post(() -> perform(release.on(event, now())));
    }

    private void perform(List<WorkerEffect> effects) {
      for (WorkerEffect effect : effects) {
        if (effect instanceof WorkerEffect.WakeAt wake) {
          alarm.set(wake.time());
        } else if (effect instanceof WorkerEffect.Stop) {
          LOG.info(
              "Session {} is free again: the claim of its dead worker is released.", who.session());
          end();
        } else if (effect instanceof WorkerEffect.Report report) {
          report(report.fact());
        } else {
          var unused = ledger.ask(asker, effect, this::post);
        }
      }
    }

    /** A listener that fails must not keep the claim. */
    private void report(WorkerFact fact) {
      try {
        setting.facts().on(who, fact);
      } catch (RuntimeException | Error e) {
        LOG.error("A listener to what session {} reports failed.", who.session(), e);
      }
    }

    private void end() {
      alarm.clear();
      remains.claims().forEach(claims::unserve);
      open.remove(this);
      over.complete(null);
    }

    private Now now() {
      return setting.clocks().now();
    }
  }
}
