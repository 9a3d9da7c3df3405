package io.twinbus.receiver.runtime;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.InstanceId;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.worker.SessionWorker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A worker with a claim that wants done what the test says, and writes down what it hears. */
final class ScriptedWorker implements SessionCore {

  static final ClaimId CLAIM = new ClaimId("c");

  final List<WorkerEvent> heard = new ArrayList<>();

  /** What it wants done with its next events, once. */
  List<WorkerEffect> next = List.of();

  int inHand;
  boolean isLeaving;

  /** The message that it may have died of. */
  @Nullable Position called;

  private @Nullable Throwable defect;

  /** Has it want {@code effects} done, as soon as it has its turn. */
  void does(SessionRunner runner, WorkerEffect... effects) {
    next = List.of(effects);
    runner.post(new WorkerEvent.Tick());
  }

  /** Has it throw {@code what} with its next events. */
  void dies(SessionRunner runner, Throwable what) {
    defect = what;
    runner.post(new WorkerEvent.Tick());
  }

  /** A call of its handler. */
  WorkerEffect call(long number) {
    return new WorkerEffect.StartHandler(
        number,
        copy(number),
        new Invocation(
            1,
            1,
            Optional.empty(),
            Optional.empty(),
            new Invocation.Caller(new RegionName("east"), new InstanceId("i")),
            Duration.ofSeconds(30)));
  }

  /** A copy with that number at the broker. */
  Delivery copy(long number) {
    return new Delivery(
        number,
        new ParsedHeaders.Foreign(),
        new Message(
            new SessionId("s"),
            new MessageId("m" + number),
            Body.empty(),
            Map.of(),
            new Message.Envelope(null, null, null)));
  }

  @Override
  public List<WorkerEffect> on(List<WorkerEvent> events, Now now) {
    heard.addAll(events);
    if (defect instanceof Error error) {
      throw error;
    }
    if (defect instanceof RuntimeException exception) {
      throw exception;
    }
    List<WorkerEffect> effects = next;
    next = List.of();
    return effects;
  }

  @Override
  public boolean isAtWork() {
    return false;
  }

  @Override
  public boolean isLeaving() {
    return isLeaving;
  }

  @Override
  public int inHand() {
    return inHand;
  }

  @Override
  public Optional<Instant> oldest() {
    return inHand > 0 ? Optional.of(Instant.EPOCH) : Optional.empty();
  }

  @Override
  public SessionWorker.Remains remains() {
    return new SessionWorker.Remains(
        Set.of(CLAIM), Optional.empty(), Optional.empty(), Optional.ofNullable(called));
  }
}
