package io.twinbus.testkit.system;

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
  private final Deque<AutoCloseable> toClose = new ArrayDeque<>();
  private final AtomicLong numbers = new AtomicLong();

  private Twinbus(LocalStack stack, Sender sender, TestedApplication application) {
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
    Twinbus twinbus = new Twinbus(stack, sender, new HandlerAlone(handler));
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
    Twinbus twinbus = new Twinbus(stack, sender, application);
    twinbus.receive(settings);
    return twinbus;
  }

  private void receive(FlatSettings settings)
      throws InterruptedException, EntityRefusedException, LeaseNotHeldException {
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
        settings, log.around(application.handler(settings)), (who, fact) -> {});
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

  /** Ends every fault of every region and of the ledger. */
  public void heal() {
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
