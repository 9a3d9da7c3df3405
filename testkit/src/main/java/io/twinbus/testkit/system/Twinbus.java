package io.twinbus.testkit.system;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.local.LocalStack;
import io.twinbus.local.network.Outage;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.region.EntityRefusedException;
import io.twinbus.receiver.region.LeaseNotHeldException;
import io.twinbus.receiver.region.ReceiverSettings;
import io.twinbus.receiver.region.RegionReceiver;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * The whole system around an application's handler, for its tests: sends messages, fails and heals
 * regions, and tells what the handler has done.
 *
 * <p>Thread-safe.
 */
public final class Twinbus implements AutoCloseable {

  /** How long each wait takes at most. */
  public static final Duration BOUND = Duration.ofSeconds(60);

  private final LocalStack stack;
  private final Sender sender;
  private final TestedApplication application;
  private final HandledLog log = new HandledLog(Clocks.system());
  private final FactLog facts = new FactLog(Clocks.system());
  private final HandlerControl handler = new HandlerControl();
  private final SessionRecords records;
  private final Deque<AutoCloseable> toClose = new ArrayDeque<>();
  private final AtomicLong numbers = new AtomicLong();

  private Twinbus(
      LocalStack stack, Sender sender, TestedApplication application, SessionRecords records) {
    this.records = records;
    this.stack = stack;
    this.sender = sender;
    this.application = application;
  }

  /**
   * Starts a local stack, a sender, and in each region a receiver that calls {@code handler}; for
   * applications without a framework. Addresses and pace are replaced as {@link LocalSettings}
   * says.
   *
   * @param settings the application's own; none will do
   */
  public static Twinbus start(FlatSettings settings, SessionHandler handler)
      throws InterruptedException, EntityRefusedException, LeaseNotHeldException {
    FlatSettings paced = LocalSettings.withPace(settings);
    LocalStack stack = LocalSettings.start(paced);
    Sender sender;
    try {
      sender = Sender.builder(LocalSettings.of(paced, stack)).build();
    } catch (RuntimeException e) {
      stack.close();
      throw e;
    }
    Twinbus twinbus = new Twinbus(stack, sender, new HandlerAlone(handler), records(paced, stack));
    twinbus.toClose.push(stack);
    twinbus.toClose.push(sender);
    twinbus.receive(paced);
    return twinbus;
  }

  /**
   * Starts a receiver in each region of {@code stack}. Stack and sender stay the caller's to close.
   *
   * @param settings the application's own, paced
   */
  public static Twinbus start(
      FlatSettings settings, TestedApplication application, LocalStack stack, Sender sender)
      throws InterruptedException, EntityRefusedException, LeaseNotHeldException {
    Twinbus twinbus = new Twinbus(stack, sender, application, records(settings, stack));
    twinbus.receive(settings);
    return twinbus;
  }

  private static SessionRecords records(FlatSettings settings, LocalStack stack) {
    return new SessionRecords(LocalSettings.of(settings, stack), BOUND);
  }

  private void receive(FlatSettings settings)
      throws InterruptedException, EntityRefusedException, LeaseNotHeldException {
    toClose.push(records);
    List<RegionReceiver> receivers = new ArrayList<>();
    boolean started = false;
    try {
      for (String region : stack.regions().keySet()) {
        RegionReceiver receiver =
            receiver(ReceiverSettings.from(LocalSettings.of(settings, stack, region)));
        toClose.push(receiver);
        receivers.add(receiver);
      }
      for (RegionReceiver receiver : receivers) {
        var unused = receiver.awaitReady();
      }
      started = true;
    } finally {
      if (!started) {
        close();
      }
    }
  }

  private RegionReceiver receiver(ReceiverSettings settings) throws EntityRefusedException {
    return RegionReceiver.start(
        settings, log.around(handler.around(application.handler(settings))), facts);
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
   * Takes a region's Service Bus away: connections are refused, and what its queue holds is out of
   * reach. The region's receiver lives on, as it does when a service fails beside it.
   */
  public void fail(String region) {
    stack.region(region).outage(Outage.REFUSE);
  }

  /** Lets a region's Service Bus return, with all that its queue held. */
  public void heal(String region) {
    stack.region(region).restore();
  }

  /** Ends every fault of every region, of the ledger and of the handler. */
  public void heal() {
    handler.recover();
    stack.heal();
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

  /** The local stack, for every other fault. */
  public LocalStack stack() {
    return stack;
  }

  /** The sender, for everything that a message can carry. */
  public Sender sender() {
    return sender;
  }

  /** Drains the receivers, and closes what it has started. A framework's context calls it. */
  @Override
  public void close() {
    // A drain needs its region and the ledger.
    stack.heal();
    handler.recover();
    while (!toClose.isEmpty()) {
      try {
        toClose.pop().close();
      } catch (Exception e) {
        throw new IllegalStateException("A part of the system did not close.", e);
      }
    }
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

  /** An application of which nothing is known but its handler. */
  private record HandlerAlone(SessionHandler handler) implements TestedApplication {

    @Override
    public SessionHandler handler(ReceiverSettings settings) {
      return handler;
    }

    @Override
    public byte[] json(Object body) throws IOException {
      throw new IOException("Send text or bytes: there is no JSON mapper here.");
    }
  }
}
