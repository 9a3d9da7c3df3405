package io.twinbus.receiver.method;

import io.twinbus.protocol.Body;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.Session;
import io.twinbus.receiver.StateChange;
import java.time.Duration;
import java.util.Optional;

/** The session as one call sees it; remembers what becomes of its state. Thread-safe. */
final class CallSession implements Session {

  private final Message message;
  private final Invocation invocation;
  private final Clocks clocks;
  private final MonotonicTime deadline;
  private final Thread caller = Thread.currentThread();
  private volatile StateChange change = new StateChange.Keep();
  private volatile boolean cancelled;

  CallSession(Message message, Invocation invocation, Clocks clocks) {
    this.message = message;
    this.invocation = invocation;
    this.clocks = clocks;
    this.deadline = clocks.now().monotonic().plus(invocation.timeout());
  }

  @Override
  public String id() {
    return message.session().value();
  }

  @Override
  public long token() {
    return invocation.token();
  }

  @Override
  public int attempt() {
    return invocation.attempt();
  }

  @Override
  public String idempotencyKey() {
    return invocation.idempotencyKey(message);
  }

  @Override
  public long sequence() {
    return invocation.position().map(Position::seq).orElse(0L);
  }

  @Override
  public Optional<byte[]> state() {
    return invocation.state().map(Body::toBytes);
  }

  @Override
  public void state(byte[] state) {
    change = new StateChange.Set(Body.wrap(state.clone()));
  }

  @Override
  public void clearState() {
    change = new StateChange.Clear();
  }

  @Override
  public Duration remaining() {
    Duration left = deadline.since(clocks.now().monotonic());
    return cancelled || left.isNegative() ? Duration.ZERO : left;
  }

  @Override
  public boolean isCancelled() {
    return cancelled || caller.isInterrupted() || remaining().isZero();
  }

  void cancel() {
    cancelled = true;
  }

  StateChange change() {
    return change;
  }
}
