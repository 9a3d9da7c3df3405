package io.twinbus.simulation;

import static io.twinbus.simulation.InvariantViolated.require;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.LeaseRenewal;
import io.twinbus.ledger.store.Version;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.worker.SessionWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs one worker, as a shell does: carries its effects out and hands the answers in. */
final class WorkerHost implements LinkHearer {

  /** What a write asks for. */
  record OpenWrite(SessionRecord record, Optional<Version> over) {}

  private final World world;
  private final ReceiverProcess process;
  private final BrokerLink link;
  private final Worker worker;
  private final LeaseRenewal lease;
  private final Writer writer;
  private final Coverage coverage;
  private final Set<ClaimId> claims = new HashSet<>();
  private final List<HandlerRun> runs = new ArrayList<>();
  private @Nullable Duration parkedAt;
  private long wakes;
  private boolean gone;
  private boolean stopping;
  private boolean claimed;
  private long calling;
  private boolean excused;

  WorkerHost(
      World world, ReceiverProcess process, BrokerLink link, Worker worker, LeaseRenewal lease) {
    this.lease = lease;
    this.world = world;
    this.process = process;
    this.link = link;
    this.worker = worker;
    this.coverage = world.ground().coverage();
    this.writer =
        new Writer(
            process.nameOfNextWorker(),
            claims,
            process.registry()::isOurs,
            false,
            process.region());
  }

  ReceiverProcess process() {
    return process;
  }

  BrokerLink link() {
    return link;
  }

  Writer writer() {
    return writer;
  }

  SessionId session() {
    return link.queue().session();
  }

  /** The claims that the worker answers for. */
  Set<ClaimId> serves() {
    return gone ? Set.of() : worker.remains().claims();
  }

  boolean isGone() {
    return gone;
  }

  /** How long it has been parked; zero when it is not. */
  Duration parkedFor() {
    return parkedAt == null
        ? Duration.ZERO
        : world.ground().timeline().now().minus(Objects.requireNonNull(parkedAt));
  }

  /** Whether something happened to it that lets another worker repeat what it did not commit. */
  boolean isExcused() {
    return excused;
  }

  void excuse() {
    excused = true;
  }

  void hand(WorkerEvent event) {
    if (gone) {
      return;
    }
    if (event instanceof WorkerEvent.LeaseLost) {
      excused = true;
    }
    coverage.hears(standing(), event);
    stopping |= endsWork(event);
    if (!(event instanceof WorkerEvent.Tick)) {
      world.ground().trace().say(writer.name(), () -> "hears " + Words.event(event));
    }
    if (event instanceof WorkerEvent.HandlerReturned returned && returned.call() == calling) {
      calling = 0;
    }
    for (WorkerEffect effect : worker.on(event, process.clock().now())) {
      carryOut(effect);
    }
  }

  /** As far as its shell can tell. */
  private Coverage.Ownership standing() {
    if (stopping) {
      return Coverage.Ownership.STOPPING;
    }
    if (calling != 0) {
      return Coverage.Ownership.CALLING;
    }
    if (worker.remains().claims().isEmpty()) {
      return Coverage.Ownership.UNCLAIMED;
    }
    return claimed ? Coverage.Ownership.HOLDING : Coverage.Ownership.CLAIMING;
  }

  private static boolean endsWork(WorkerEvent event) {
    return event instanceof WorkerEvent.BrokerLost
        || event instanceof WorkerEvent.LeaseLost
        || event instanceof WorkerEvent.Drain;
  }

  private void carryOut(WorkerEffect effect) {
    if (effect instanceof WorkerEffect.Receive receive) {
      link.receive(receive.count());
    } else if (effect instanceof WorkerEffect.ReadRecord) {
      world.ledger().read(process, session(), outcome -> hand(new WorkerEvent.RecordRead(outcome)));
    } else if (effect instanceof WorkerEffect.Create create) {
      write(new OpenWrite(create.record(), Optional.empty()));
    } else if (effect instanceof WorkerEffect.Replace replace) {
      write(new OpenWrite(replace.record(), Optional.of(replace.version())));
    } else if (effect instanceof WorkerEffect.ReadMessage look) {
      world
          .ledger()
          .readMessage(
              process,
              session(),
              look.key(),
              outcome -> hand(new WorkerEvent.MessageRead(look.key(), outcome)));
    } else if (effect instanceof WorkerEffect.CreateMessage create) {
      writeMessage(create.record(), Optional.empty());
    } else if (effect instanceof WorkerEffect.ReplaceMessage replace) {
      writeMessage(replace.record(), Optional.of(replace.version()));
    } else if (effect instanceof WorkerEffect.StartHandler start) {
      startHandler(start);
    } else if (effect instanceof WorkerEffect.CancelHandler cancel) {
      runs.stream()
          .filter(run -> run.call == cancel.call())
          .forEach(run -> world.handlers().cancel(run));
    } else if (effect instanceof WorkerEffect.Settle settle) {
      link.settle(settle.delivery(), settle.settlement());
    } else if (effect instanceof WorkerEffect.SearchSession look) {
      link.search(look.search());
    } else if (effect instanceof WorkerEffect.WakeAt wake) {
      wakeAt(wake.time());
    } else if (effect instanceof WorkerEffect.Report report) {
      report(report.fact());
    } else if (effect instanceof WorkerEffect.Stop stop) {
      world.ground().trace().say(writer.name(), () -> "stops: " + stop.why());
      world.ground().score().count("stop " + stop.why());
      excused |= stop.why().equals("LEASE_LOST"); // it has found that out by itself
      leave();
    }
  }

  private void requireLease(String what) {
    require(
        lease.holdsAt(process.clock().now().monotonic()),
        Invariant.P4_FENCING,
        () -> "%s %s though its instance's lease has run out".formatted(writer.name(), what));
  }

  private void write(OpenWrite next) {
    requireLease("writes");
    claims.addAll(worker.remains().claims());
    world
        .ledger()
        .write(
            process,
            writer,
            next.record(),
            next.over(),
            outcome -> hand(new WorkerEvent.WriteAnswered(outcome)));
  }

  private void writeMessage(MessageRecord record, Optional<Version> over) {
    requireLease("writes");
    claims.addAll(worker.remains().claims());
    world
        .ledger()
        .writeMessage(
            process,
            writer,
            record,
            over,
            outcome -> hand(new WorkerEvent.MessageWriteAnswered(record.key(), outcome)));
  }

  private void startHandler(WorkerEffect.StartHandler start) {
    requireLease("starts a handler");
    calling = start.call();
    coverage.starts();
    Delivery delivery = start.delivery();
    SentMessage message = world.message(session(), delivery);
    runs.add(world.handlers().start(this, message, start));
  }

  private void wakeAt(MonotonicTime time) {
    long wake = ++wakes;
    process.at(
        time,
        () -> {
          if (wake == wakes) {
            hand(new WorkerEvent.Tick());
          }
        });
  }

  private void report(WorkerFact fact) {
    world.ground().trace().say(writer.name(), () -> "reports " + fact);
    coverage.reports(fact);
    claimed = fact instanceof WorkerFact.Claimed || (claimed && !losesClaim(fact));
    if (fact instanceof WorkerFact.Parked) {
      parkedAt = world.ground().timeline().now();
    } else if (fact instanceof WorkerFact.Claimed) {
      parkedAt = null;
    }
    String kind = fact instanceof WorkerFact.Claimed claimed ? " " + claimed.kind() : "";
    world.ground().score().count("fact " + fact.getClass().getSimpleName() + kind);
  }

  private static boolean losesClaim(WorkerFact fact) {
    return fact instanceof WorkerFact.Released || fact instanceof WorkerFact.Fenced;
  }

  /** The worker is gone, and its session's lock with it. */
  private void leave() {
    gone = true;
    link.close();
    process.forget(this);
  }

  /** The worker dies of an exception; the process lives, and supervises what is left. */
  void die() {
    world.ground().trace().say(writer.name(), () -> "dies of an exception");
    excused = true;
    SessionWorker.Remains remains = worker.remains();
    leave();
    runs.forEach(run -> world.handlers().cancel(run));
    process.supervise(this, remains);
  }

  @Override
  public void delivered(Delivery copy) {
    hand(new WorkerEvent.Delivered(copy));
  }

  @Override
  public void settled(Delivery copy, boolean done) {
    hand(new WorkerEvent.Settled(copy.brokerSequence()));
  }

  @Override
  public void searched(SearchOutcome outcome) {
    hand(new WorkerEvent.Searched(outcome));
  }

  @Override
  public void lost(String why) {
    hand(new WorkerEvent.BrokerLost(why));
  }

  @Override
  public void lookedThrough() {
    world.gapAudit().lookedThrough(writer, session());
  }

  boolean hasOpenRuns() {
    return runs.stream().anyMatch(run -> run.open);
  }
}
