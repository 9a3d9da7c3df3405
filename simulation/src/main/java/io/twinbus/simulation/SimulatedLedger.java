package io.twinbus.simulation;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.DirectiveStore;
import io.twinbus.ledger.store.InstanceStores;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.VitalsOutcome;
import io.twinbus.ledger.store.VitalsStore;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The ledger at the end of a network: the store itself is strongly consistent, the way there is
 * not. Every operation is answered, in time; one that is answered as unknown may be applied before,
 * later, or never.
 */
final class SimulatedLedger {

  private enum Fate {
    ARRIVES,
    IS_SLOW,
    REQUEST_LOST,
    REPLY_LOST,
    LANDS_LATE,
    ANSWERED_AT_ONCE
  }

  /** The stores that look at what is written. */
  record Audited(AuditedSessions sessions, AuditedMessages messages) {}

  /** What the ledger does when it is asked. */
  private interface Operation<T> {
    T take();
  }

  private final Ground ground;
  private final SessionStore sessions;
  private final MessageStore messages;
  private final AuditedMessages auditedMessages;
  private final LeaseStore leases;
  private final DirectiveStore directives;
  private final VitalsStore vitals;
  private final AuditedSessions audited;
  private final Coverage coverage;
  private final Surprises surprises;
  private final Set<Actor> cutOff = new HashSet<>();
  private final Set<Actor> blindForLeases = new HashSet<>();
  private LedgerWeather weather = LedgerWeather.CALM;
  private final LedgerRate rate;
  private boolean down;
  private boolean writesLag;
  private boolean leaseWritesFail;

  SimulatedLedger(
      Ground ground,
      SessionStore sessions,
      MessageStore messages,
      InstanceStores instances,
      Audited audited,
      Surprises surprises) {
    this.surprises = surprises;
    this.messages = messages;
    this.auditedMessages = audited.messages();
    this.ground = ground;
    this.sessions = sessions;
    this.leases = instances.leases();
    this.directives = instances.directives();
    this.vitals = instances.vitals();
    this.audited = audited.sessions();
    this.coverage = ground.coverage();
    this.rate = new LedgerRate(ground.timeline());
  }

  void weather(LedgerWeather next) {
    weather = next;
  }

  /** How many operations on records it takes. Leases have a container of their own. */
  LedgerRate rate() {
    return rate;
  }

  void goDown() {
    down = true;
  }

  void comeBack() {
    down = false;
  }

  /** While it lags, a write is answered as unknown and lands seconds later; reads are well. */
  void writesLag(boolean lag) {
    writesLag = lag;
  }

  /** While they fail, the actor cannot read the leases; all else is well. */
  void leaseReadsFail(Actor actor, boolean fail) {
    if (fail) {
      blindForLeases.add(actor);
    } else {
      blindForLeases.remove(actor);
    }
  }

  /** While they fail, the ledger takes no lease of any process. */
  void leaseWritesFail(boolean fail) {
    leaseWritesFail = fail;
  }

  /** Whether nothing stands between {@code actor} and the ledger. */
  boolean isReachableFor(Actor actor) {
    return !down && !cutOff.contains(actor);
  }

  void cutOff(Actor actor) {
    cutOff.add(actor);
  }

  void reconnect(Actor actor) {
    cutOff.remove(actor);
  }

  void read(Actor from, SessionId session, Consumer<ReadOutcome<SessionRecord>> reply) {
    call(
        from,
        fate(from),
        () -> readAt(session, () -> join(sessions.read(session))),
        ReadOutcome.Unknown::new,
        reply);
  }

  /** Creates, or replaces over a version. */
  void write(
      Actor from,
      Writer writer,
      SessionRecord record,
      Optional<Version> over,
      Consumer<WriteOutcome> reply) {
    Act.Position position = Act.of(audited.seen(over), record, writer).position();
    Fate fate = writeFate(from);
    issued(position, fate);
    call(
        from,
        fate,
        () -> {
          Optional<Duration> wait = rate.refusal(record.session(), LedgerRate.WRITE);
          if (wait.isPresent()) {
            return throttled(wait.get());
          }
          audited.writesNow(writer);
          WriteOutcome outcome =
              join(
                  over.isPresent()
                      ? sessions.replace(record, over.get())
                      : sessions.create(record));
          landed(position, fate, outcome);
          ground.trace().say("ledger", () -> Words.write(writer.name(), record, over, outcome));
          return outcome;
        },
        WriteOutcome.Unknown::new,
        reply);
  }

  void readMessage(
      Actor from, SessionId session, MessageKey key, Consumer<ReadOutcome<MessageRecord>> reply) {
    call(
        from,
        fate(from),
        () -> readAt(session, () -> join(messages.read(session, key))),
        ReadOutcome.Unknown::new,
        reply);
  }

  /** Creates, or replaces over a version. */
  void writeMessage(
      Actor from,
      Writer writer,
      MessageRecord record,
      Optional<Version> over,
      Consumer<WriteOutcome> reply) {
    call(
        from,
        writeFate(from),
        () -> {
          Optional<Duration> wait = rate.refusal(record.session(), LedgerRate.WRITE);
          if (wait.isPresent()) {
            return throttled(wait.get());
          }
          auditedMessages.writesNow(writer);
          return join(
              over.isPresent() ? messages.replace(record, over.get()) : messages.create(record));
        },
        WriteOutcome.Unknown::new,
        reply);
  }

  private <R> ReadOutcome<R> readAt(SessionId session, Operation<ReadOutcome<R>> operation) {
    return rate.refusal(session, LedgerRate.READ).isPresent()
        ? new ReadOutcome.Unknown<>("throttled")
        : operation.take();
  }

  private WriteOutcome throttled(Duration wait) {
    ground.score().count("write throttled");
    return new WriteOutcome.Unknown("throttled", Optional.of(wait));
  }

  void readLeases(Actor from, Consumer<BeatsOutcome> reply) {
    call(from, leaseFate(from), () -> join(leases.readAll()), BeatsOutcome.Unknown::new, reply);
  }

  void readLeases(Actor from, Set<InstanceId> some, Consumer<BeatsOutcome> reply) {
    call(
        from, leaseFate(from), () -> join(leases.readSome(some)), BeatsOutcome.Unknown::new, reply);
  }

  void readLease(Actor from, InstanceId instance, Consumer<ReadOutcome<InstanceLease>> reply) {
    call(from, leaseFate(from), () -> join(leases.read(instance)), ReadOutcome.Unknown::new, reply);
  }

  void readDirective(Actor from, Consumer<ReadOutcome<Directive>> reply) {
    call(from, fate(from), () -> join(directives.read()), ReadOutcome.Unknown::new, reply);
  }

  void writeVitals(Actor from, InstanceVitals told, Consumer<WriteOutcome> reply) {
    call(from, fate(from), () -> join(vitals.put(told)), WriteOutcome.Unknown::new, reply);
  }

  void readVitals(Actor from, Consumer<VitalsOutcome> reply) {
    call(from, fate(from), () -> join(vitals.readAll()), VitalsOutcome.Unknown::new, reply);
  }

  private Fate leaseFate(Actor from) {
    return blindForLeases.contains(from) ? Fate.REQUEST_LOST : fate(from);
  }

  void writeLease(
      Actor from, InstanceLease lease, Optional<Version> over, Consumer<WriteOutcome> reply) {
    Fate fate = leaseWritesFail ? Fate.REQUEST_LOST : writeFate(from);
    issued(Act.Position.BEAT, fate);
    call(
        from,
        fate,
        () -> {
          WriteOutcome outcome =
              join(over.isPresent() ? leases.replace(lease, over.get()) : leases.create(lease));
          landed(Act.Position.BEAT, fate, outcome);
          return outcome;
        },
        WriteOutcome.Unknown::new,
        reply);
  }

  private void issued(Act.Position position, Fate fate) {
    if (fate == Fate.REQUEST_LOST) {
      coverage.writes(position, Coverage.Outcome.UNKNOWN_LOST);
    }
  }

  private void landed(Act.Position position, Fate fate, WriteOutcome outcome) {
    boolean isAnswered =
        fate == Fate.ARRIVES || fate == Fate.IS_SLOW || fate == Fate.ANSWERED_AT_ONCE;
    if (isAnswered) {
      coverage.writes(position, Coverage.answered(outcome));
    } else if (outcome instanceof WriteOutcome.Written) {
      coverage.writes(
          position,
          fate == Fate.LANDS_LATE
              ? Coverage.Outcome.UNKNOWN_LATE
              : Coverage.Outcome.UNKNOWN_LANDED);
    }
  }

  private static <T> T join(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  private <T> void call(
      Actor from,
      Fate fate,
      Operation<T> operation,
      Function<String, T> unknown,
      Consumer<T> reply) {
    Chance chance = ground.chance();
    switch (fate) {
      case ARRIVES -> arrive(chance.millis(1, 12), from, operation, unknown, reply);
      case ANSWERED_AT_ONCE -> {
        T outcome = down ? unknown.apply("the ledger is down") : operation.take();
        from.hand(() -> reply.accept(outcome));
      }
      case IS_SLOW -> arrive(chance.millis(100, 2_500), from, operation, unknown, reply);
      case REQUEST_LOST ->
          answer(chance.millis(5, 2_000), from, () -> reply.accept(unknown.apply("timed out")));
      case REPLY_LOST -> {
        ground.timeline().after(chance.millis(1, 12), () -> land(operation));
        answer(chance.millis(15, 2_000), from, () -> reply.accept(unknown.apply("no reply")));
      }
      case LANDS_LATE -> {
        answer(chance.millis(5, 1_000), from, () -> reply.accept(unknown.apply("cut off")));
        ground.timeline().after(chance.millis(1_000, 15_000), () -> land(operation));
      }
    }
  }

  private <T> void arrive(
      Duration way,
      Actor from,
      Operation<T> operation,
      Function<String, T> unknown,
      Consumer<T> reply) {
    ground
        .timeline()
        .after(
            way,
            () -> {
              T outcome = down ? unknown.apply("the ledger is down") : operation.take();
              answer(ground.chance().millis(1, 12), from, () -> reply.accept(outcome));
            });
  }

  private <T> void land(Operation<T> operation) {
    if (!down) {
      operation.take();
    }
  }

  private void answer(Duration way, Actor from, Runnable answer) {
    ground.timeline().after(way, () -> from.hand(answer));
  }

  private Fate writeFate(Actor from) {
    return writesLag && isReachableFor(from) ? Fate.LANDS_LATE : fate(from);
  }

  private Fate fate(Actor from) {
    if (!isReachableFor(from)) {
      return Fate.REQUEST_LOST;
    }
    if (surprises.happens(8)) {
      return Fate.ANSWERED_AT_ONCE;
    }
    double dice = ground.chance().real(0, 100);
    if ((dice -= weather.lostRequest()) < 0) {
      return Fate.REQUEST_LOST;
    }
    if ((dice -= weather.lostReply()) < 0) {
      return Fate.REPLY_LOST;
    }
    if ((dice -= weather.landsLate()) < 0) {
      return Fate.LANDS_LATE;
    }
    return dice < weather.slow() ? Fate.IS_SLOW : Fate.ARRIVES;
  }
}
