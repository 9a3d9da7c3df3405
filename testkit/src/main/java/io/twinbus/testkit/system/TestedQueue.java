package io.twinbus.testkit.system;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.runtime.FactListener;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * One queue of the system that is tested: sends messages to it, and tells what its handler has done
 * with them.
 *
 * <p>Thread-safe.
 */
public final class TestedQueue {

  private static final Duration BOUND = Twinbus.BOUND;

  private final Sender sender;
  private final TestedApplication application;
  private final SessionRecords records;
  private final HandledLog log = new HandledLog(Clocks.system());
  private final FactLog facts = new FactLog(Clocks.system());
  private final HandlerControl handler = new HandlerControl();
  private final AtomicLong numbers = new AtomicLong();

  TestedQueue(Sender sender, TestedApplication application, SessionRecords records) {
    this.sender = sender;
    this.application = application;
    this.records = records;
  }

  /** The handler {@code real}, observed, and replaced while a test wants it to be. */
  SessionHandler around(SessionHandler real) {
    return log.around(handler.around(real));
  }

  /** Is told what the queue's workers do. */
  FactListener facts() {
    return facts;
  }

  /**
   * Sends a message to {@code session} and waits until one region has it.
   *
   * @param body text and bytes as they are, anything else as the application writes JSON
   * @return the receipt; the message's id is {@code session-n} with a number of its own
   */
  public Receipt send(String session, Object body) {
    return send(
        OutboundMessage.of(session, session + "-" + numbers.incrementAndGet())
            .contentType("application/json")
            .body(bytes(body))
            .build());
  }

  /** Sends {@code message} and waits until one region has it. */
  public Receipt send(OutboundMessage message) {
    return sender.send(message).orTimeout(BOUND.toSeconds(), TimeUnit.SECONDS).join();
  }

  /**
   * The handler calls of {@code session} that ended well, in order; two for one id are a repeat.
   */
  public List<Handled> handled(String session) {
    return log.where(of(session));
  }

  /**
   * Waits until {@code count} handler calls of {@code session} have ended well.
   *
   * @return all of them, in order
   * @throws AssertionError when there are fewer after {@link #BOUND}
   */
  public List<Handled> awaitHandled(String session, int count) throws InterruptedException {
    return log.await(of(session), count, BOUND);
  }

  /** What the application's handler does: let it fail, refuse, hang, and recover. */
  public HandlerControl handler() {
    return handler;
  }

  /** How many handler calls of {@code session} have failed; each is followed by another one. */
  public int retries(String session) {
    return facts.failures(session);
  }

  /**
   * Waits until {@code count} handler calls of {@code session} have failed.
   *
   * @return how many have
   * @throws AssertionError when there are fewer after {@link #BOUND}
   */
  public int awaitRetries(String session, int count) throws InterruptedException {
    return facts.await(
        () -> Optional.of(retries(session)).filter(failed -> failed >= count),
        BOUND,
        () -> "%d calls failed, not %d".formatted(retries(session), count));
  }

  /** The messages of {@code session} that ended as dead letters, in order. */
  public List<DeadMessage> deadLetters(String session) {
    return facts.dead(session);
  }

  /**
   * Waits until a message of {@code session} has ended as a dead letter.
   *
   * @return the first one
   * @throws AssertionError when there is none after {@link #BOUND}
   */
  public DeadMessage awaitDeadLetter(String session) throws InterruptedException {
    return facts.await(
        () -> deadLetters(session).stream().findFirst(),
        BOUND,
        () -> "no message of session %s ended as a dead letter".formatted(session));
  }

  /**
   * What the ledger says of {@code session}: its status, its state, its cursors; empty: nothing.
   */
  public Optional<SessionRecord> session(String session) {
    return records.find(session);
  }

  /**
   * Waits until the ledger's record of {@code session} is as {@code wanted}.
   *
   * @throws AssertionError when it is not after {@link #BOUND}
   */
  public SessionRecord awaitSession(String session, Predicate<SessionRecord> wanted)
      throws InterruptedException {
    return facts.await(
        () -> session(session).filter(wanted),
        BOUND,
        () -> "session %s did not become as wanted".formatted(session));
  }

  /** What the application keeps for {@code session}; empty when it keeps nothing. */
  public Optional<Body> state(String session) {
    return session(session).flatMap(SessionRecord::state);
  }

  /**
   * Waits until {@code session} is blocked.
   *
   * @return why, and by which message
   * @throws AssertionError when it is not after {@link #BOUND}
   */
  public Block awaitBlocked(String session) throws InterruptedException {
    return facts.await(
        () -> session(session).map(record -> record.custody().block()),
        BOUND,
        () ->
            "session %s was not blocked; it is %s"
                .formatted(session, session(session).map(SessionRecord::status).orElse(null)));
  }

  /** The queue's sender, for everything that a message can carry. */
  public Sender sender() {
    return sender;
  }

  private static Predicate<Handled> of(String session) {
    return handled -> handled.session().equals(session);
  }

  private Body bytes(Object body) {
    if (body instanceof byte[] bytes) {
      return Body.wrap(bytes.clone());
    }
    if (body instanceof String text) {
      return Body.ofUtf8(text);
    }
    try {
      return Body.wrap(application.json(body));
    } catch (IOException e) {
      throw new UncheckedIOException("The body does not become JSON.", e);
    }
  }
}
