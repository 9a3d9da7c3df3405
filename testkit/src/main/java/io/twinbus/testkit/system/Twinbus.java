package io.twinbus.testkit.system;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.local.LocalStack;
import io.twinbus.local.network.Outage;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.settings.ConfiguredQueues;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.region.EntityRefusedException;
import io.twinbus.receiver.region.HandledQueue;
import io.twinbus.receiver.region.LeaseNotHeldException;
import io.twinbus.receiver.region.ReceiverSettings;
import io.twinbus.receiver.region.RegionReceiver;
import io.twinbus.receiver.runtime.FactListener;
import io.twinbus.sender.Sender;
import io.twinbus.sender.Senders;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The whole system around an application's handlers, for its tests: sends messages, fails and heals
 * regions, and tells what the handlers have done.
 *
 * <p>An application with several queues names one, {@link #queue(String)}; what stands here without
 * a name is of the only queue. Thread-safe.
 */
public final class Twinbus implements AutoCloseable {

  /** How long each wait takes at most. */
  public static final Duration BOUND = Duration.ofSeconds(60);

  private final LocalStack stack;
  private final TestedApplication application;
  private final SortedMap<String, TestedQueue> queues = new TreeMap<>();
  private final Map<EntityKey, TestedQueue> byKey = new HashMap<>();
  private final Deque<AutoCloseable> toClose = new ArrayDeque<>();

  private Twinbus(LocalStack stack, TestedApplication application) {
    this.stack = stack;
    this.application = application;
  }

  /**
   * Starts a local stack, a sender, and in each region a receiver that calls {@code handler}; for
   * applications without a framework. Addresses and pace are replaced as {@link LocalSettings}
   * says.
   *
   * @param settings the application's own; none will do
   * @throws InvalidSettingException when they name several queues
   */
  public static Twinbus start(FlatSettings settings, SessionHandler handler)
      throws InterruptedException, EntityRefusedException, LeaseNotHeldException {
    var unused = ConfiguredQueues.one(settings, Optional.empty(), "a map of handlers by queue");
    return start(settings, Map.of(ConfiguredQueues.of(settings).firstKey(), handler));
  }

  /**
   * The same with a handler for each queue of {@code twinbus.queues}, by its name.
   *
   * @throws InvalidSettingException when a queue has none
   */
  public static Twinbus start(FlatSettings settings, Map<String, SessionHandler> handlers)
      throws InterruptedException, EntityRefusedException, LeaseNotHeldException {
    FlatSettings paced = LocalSettings.withPace(settings);
    LocalStack stack = LocalSettings.start(paced);
    Senders senders;
    try {
      senders = Senders.from(LocalSettings.of(paced, stack), builder -> builder);
    } catch (RuntimeException e) {
      stack.close();
      throw e;
    }
    Twinbus twinbus = new Twinbus(stack, new HandlersAlone(Map.copyOf(handlers)));
    twinbus.toClose.push(stack);
    twinbus.toClose.push(senders);
    twinbus.receive(paced, senders);
    return twinbus;
  }

  /**
   * Starts a receiver in each region of {@code stack}. Stack and senders stay the caller's to
   * close.
   *
   * @param settings the application's own, paced
   */
  public static Twinbus start(
      FlatSettings settings, TestedApplication application, LocalStack stack, Senders senders)
      throws InterruptedException, EntityRefusedException, LeaseNotHeldException {
    Twinbus twinbus = new Twinbus(stack, application);
    twinbus.receive(settings, senders);
    return twinbus;
  }

  private void receive(FlatSettings settings, Senders senders)
      throws InterruptedException, EntityRefusedException, LeaseNotHeldException {
    List<RegionReceiver> receivers = new ArrayList<>();
    boolean started = false;
    try {
      ConfiguredQueues.of(LocalSettings.of(settings, stack))
          .forEach((name, own) -> add(name, own, senders));
      for (String region : stack.regions().keySet()) {
        RegionReceiver receiver =
            receiver(ReceiverSettings.ofQueues(LocalSettings.of(settings, stack, region)));
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

  private void add(String name, FlatSettings own, Senders senders) {
    SessionRecords records = new SessionRecords(own, BOUND);
    toClose.push(records);
    TestedQueue queue = new TestedQueue(senders.of(name), application, records);
    queues.put(name, queue);
    byKey.put(EntityKey.of(EntitySettings.named(own)), queue);
  }

  private RegionReceiver receiver(List<ReceiverSettings> settings) throws EntityRefusedException {
    List<HandledQueue> observed =
        application.handlers(settings).stream()
            .map(
                each ->
                    new HandledQueue(
                        each.settings(), queue(each.settings().queue()).around(each.handler())))
            .toList();
    FactListener facts =
        (who, fact) -> Objects.requireNonNull(byKey.get(who.queue())).facts().on(who, fact);
    return RegionReceiver.start(observed, facts);
  }

  /**
   * One of {@code twinbus.queues}, by its name there.
   *
   * @throws IllegalArgumentException when the configuration does not name it
   */
  public TestedQueue queue(String name) {
    TestedQueue found = queues.get(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "There is no queue '%s': the configuration has %s."
              .formatted(name, String.join(", ", queues.keySet())));
    }
    return found;
  }

  private TestedQueue only() {
    if (queues.size() != 1) {
      throw new IllegalStateException(
          "The configuration has the queues %s: say which one is meant, with queue(name)."
              .formatted(String.join(", ", queues.keySet())));
    }
    return queues.values().iterator().next();
  }

  /** {@link TestedQueue#send(String, Object)} of the only queue. */
  public Receipt send(String session, Object body) {
    return only().send(session, body);
  }

  /** {@link TestedQueue#send(OutboundMessage)} of the only queue. */
  public Receipt send(OutboundMessage message) {
    return only().send(message);
  }

  /**
   * Takes a region's Service Bus away: connections are refused, and what its queues hold is out of
   * reach. The region's receiver lives on, as it does when a service fails beside it.
   */
  public void fail(String region) {
    stack.region(region).outage(Outage.REFUSE);
  }

  /** Lets a region's Service Bus return, with all that its queues held. */
  public void heal(String region) {
    stack.region(region).restore();
  }

  /** Ends every fault of every region, of the ledger and of the handlers. */
  public void heal() {
    queues.values().forEach(queue -> queue.handler().recover());
    stack.heal();
  }

  /** {@link TestedQueue#handled} of the only queue. */
  public List<Handled> handled(String session) {
    return only().handled(session);
  }

  /** {@link TestedQueue#awaitHandled} of the only queue. */
  public List<Handled> awaitHandled(String session, int count) throws InterruptedException {
    return only().awaitHandled(session, count);
  }

  /** {@link TestedQueue#handler} of the only queue. */
  public HandlerControl handler() {
    return only().handler();
  }

  /** {@link TestedQueue#retries} of the only queue. */
  public int retries(String session) {
    return only().retries(session);
  }

  /** {@link TestedQueue#awaitRetries} of the only queue. */
  public int awaitRetries(String session, int count) throws InterruptedException {
    return only().awaitRetries(session, count);
  }

  /** {@link TestedQueue#deadLetters} of the only queue. */
  public List<DeadMessage> deadLetters(String session) {
    return only().deadLetters(session);
  }

  /** {@link TestedQueue#awaitDeadLetter} of the only queue. */
  public DeadMessage awaitDeadLetter(String session) throws InterruptedException {
    return only().awaitDeadLetter(session);
  }

  /** {@link TestedQueue#session} of the only queue. */
  public Optional<SessionRecord> session(String session) {
    return only().session(session);
  }

  /** {@link TestedQueue#awaitSession} of the only queue. */
  public SessionRecord awaitSession(String session, Predicate<SessionRecord> wanted)
      throws InterruptedException {
    return only().awaitSession(session, wanted);
  }

  /** {@link TestedQueue#state} of the only queue. */
  public Optional<Body> state(String session) {
    return only().state(session);
  }

  /** {@link TestedQueue#awaitBlocked} of the only queue. */
  public Block awaitBlocked(String session) throws InterruptedException {
    return only().awaitBlocked(session);
  }

  /** The local stack, for every other fault. */
  public LocalStack stack() {
    return stack;
  }

  /** {@link TestedQueue#sender} of the only queue. */
  public Sender sender() {
    return only().sender();
  }

  /** Drains the receivers, and closes what it has started. A framework's context calls it. */
  @Override
  public void close() {
    // A drain needs its region and the ledger.
    heal();
    while (!toClose.isEmpty()) {
      try {
        toClose.pop().close();
      } catch (Exception e) {
        throw new IllegalStateException("A part of the system did not close.", e);
      }
    }
  }
}
