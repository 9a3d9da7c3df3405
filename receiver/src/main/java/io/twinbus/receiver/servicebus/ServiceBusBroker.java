package io.twinbus.receiver.servicebus;

import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.Broker;
import io.twinbus.receiver.broker.BrokerSession;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * One region's session queue or subscription, through the Azure Service Bus SDK.
 *
 * <p>Sessions are spread over connections, at most {@link
 * ServiceBusSettings.Limits#sessionsPerConnection()} on each. One timer thread and a small pool
 * that closes clients (the SDK's close blocks) serve all sessions.
 *
 * <p>Watchdog: a connection on which one session after the other gets nothing, though a peek shows
 * that copies wait, is made anew; its sessions are lost to those who hold them, and accepted again.
 * So is one that leaves {@link Questions} unanswered. Thread-safe.
 */
public final class ServiceBusBroker implements Broker {

  private static final Logger LOG = LoggerFactory.getLogger(ServiceBusBroker.class);

  /** Each waits for one answer at a time; a flood of short sessions closes hundreds a second. */
  private static final int CLOSERS = 64;

  /** What a connection may still carry when it is given up. */
  private static final Duration LAST_SETTLEMENTS = Duration.ofSeconds(1);

  private static final String HASHED = "sha256-";

  private final ServiceBusSettings settings;
  private final Clocks clocks;
  private final Connections connections;
  private final Reachability reachability;
  private final Trouble trouble;
  private final Acceptor acceptor;
  private final ScheduledExecutorService timer;
  private final ThreadPoolExecutor closers;
  private final Map<LockedSession, Connection> sessions = new ConcurrentHashMap<>();
  private final AtomicLong rebuilt = new AtomicLong();

  /**
   * What the broker has taken of the region.
   *
   * @param connections how many connections are open
   * @param places how many sessions have a place on them, those that are being waited for, too
   */
  public record Use(int connections, int places) {}

  /** Opens the first connection in the background; never fails for a region that is away. */
  public ServiceBusBroker(ServiceBusSettings settings, Clocks clocks) {
    this.settings = settings;
    this.clocks = clocks;
    this.connections = new Connections(settings, clocks, this::stuck);
    Duration tryTimeout = settings.limits().tryTimeout();
    String name = "servicebus-" + settings.region().name();
    ScheduledThreadPoolExecutor single =
        new ScheduledThreadPoolExecutor(1, task -> daemon(task, name + "-timer"));
    single.setRemoveOnCancelPolicy(true);
    this.timer = single;
    this.closers =
        new ThreadPoolExecutor(
            CLOSERS,
            CLOSERS,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> daemon(task, name + "-close"));
    closers.allowCoreThreadTimeOut(true);
    this.trouble = new Trouble(settings.region().name(), settings.entity());
    this.reachability =
        new Reachability(
            Mono.defer(() -> connections.any().peek()), tryTimeout, trouble::of, clocks);
    this.acceptor = new Acceptor(new Accepts(), settings.limits().accepts(), tryTimeout, timer);
  }

  @Override
  public CompletionStage<AcceptOutcome> acceptNext() {
    return acceptor.acceptNext();
  }

  /** Empty when the region answers, otherwise why it seems not to; within a try timeout. */
  public CompletionStage<Optional<String>> check() {
    return reachability.check();
  }

  /** How many connections have been made anew because they delivered or answered nothing. */
  public long rebuilt() {
    return rebuilt.get();
  }

  /** How many connections there are, and how many sessions have a place on them. */
  public Use use() {
    List<Connection> open = connections.all();
    return new Use(open.size(), open.stream().mapToInt(Connection::held).sum());
  }

  @Override
  public void close() {
    acceptor.close();
    Duration bound = settings.limits().tryTimeout().multipliedBy(2);
    List<CompletableFuture<Void>> ends =
        sessions.keySet().stream().map(session -> session.close().toCompletableFuture()).toList();
    await("sessions", CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new)), bound);
    List<CompletableFuture<Void>> links =
        connections.all().stream()
            .map(connection -> CompletableFuture.runAsync(connection::close, closers))
            .toList();
    await("connections", CompletableFuture.allOf(links.toArray(CompletableFuture[]::new)), bound);
    timer.shutdownNow();
    closers.shutdownNow();
  }

  /** A link of the connection has delivered nothing, though copies wait. */
  private void stalled(Connection connection) {
    if (connection.deliveries().strike(clocks.now().monotonic()) && connection.retire()) {
      LOG.error(
          "A connection to region {} delivers nothing, though messages wait: it is made anew, and its"
              + " sessions are accepted again.",
          settings.region().name());
      replace(connection, "its connection delivers nothing, and is made anew");
    }
  }

  /** The connection leaves questions unanswered: no lock on it can be renewed. */
  private void stuck(Connection connection) {
    if (connection.retire()) {
      LOG.warn(
          "A connection to region {} neither answers nor fails: it is made anew, and its sessions"
              + " are accepted again.",
          settings.region().name());
      replace(connection, "its connection leaves questions unanswered, and is made anew");
    }
  }

  private void replace(Connection connection, String why) {
    rebuilt.incrementAndGet();
    connections.remove(connection);
    sessions.forEach(
        (session, its) -> {
          if (its == connection) {
            session.lost(why);
          }
        });
    try {
      var unused =
          timer.schedule(
              () -> closers.execute(connection::close),
              LAST_SETTLEMENTS.toMillis(),
              TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      connection.close(); // the broker is being closed
    }
  }

  private static void await(String what, CompletableFuture<Void> end, Duration bound) {
    try {
      end.get(bound.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      LOG.warn(
          "Not all {} were closed within {}: the broker will end them when their locks run out.",
          what,
          bound);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Accepts on whichever connection has room. */
  private final class Accepts implements Acceptor.Accepting {

    @Override
    public CompletionStage<BrokerSession> accept() {
      Connection connection = connections.hold();
      CompletableFuture<BrokerSession> accepted = new CompletableFuture<>();
      connection
          .acceptNext()
          .flatMap(
              client -> named(connection, client).flatMap(name -> locked(connection, name, client)))
          .subscribe(
              accepted::complete,
              error -> {
                connection.release();
                reachability.broken();
                accepted.completeExceptionally(new IllegalStateException(trouble.of(error), error));
              });
      return accepted;
    }

    @Override
    public CompletionStage<Optional<String>> check() {
      return reachability.check();
    }

    /** The session's original id; where the broker's name is a hash, its first message has it. */
    private Mono<SessionId> named(Connection connection, ServiceBusReceiverAsyncClient client) {
      String wire = client.getSessionId();
      if (!wire.startsWith(HASHED)) {
        return Mono.just(new SessionId(wire));
      }
      return connection
          .questions()
          .ask(client.peekMessage())
          .timeout(settings.limits().tryTimeout())
          .map(message -> DeliveryMapping.sessionId(wire, message))
          .defaultIfEmpty(new SessionId(wire))
          .doOnError(error -> closers.execute(client::close));
    }

    private Mono<LockedSession> locked(
        Connection connection, SessionId name, ServiceBusReceiverAsyncClient client) {
      if (connection.isRetired()) {
        closers.execute(client::close);
        return Mono.error(new IllegalStateException("the connection is being made anew"));
      }
      reachability.heard();
      LockedSession session =
          new LockedSession(
              name,
              client,
              new LockedSession.Setting(
                  closers,
                  settings.limits().tryTimeout(),
                  new Settlements(settings.limits().tryTimeout(), timer),
                  this::renewal,
                  connection.questions(),
                  new StallProbe(
                      client,
                      connection.questions(),
                      settings.limits().tryTimeout(),
                      clocks,
                      new Deliveries(connection)),
                  new DeliveryBounds(settings.limits().maxBody()),
                  gone -> {
                    connection.release();
                    sessions.remove(gone);
                  }));
      sessions.put(session, connection);
      session.keep();
      return Mono.just(session);
    }

    private LockRenewal renewal(LockedSession session) {
      return new LockRenewal(
          session.renewOnce().doOnNext(until -> reachability.heard()),
          settings.limits(),
          clocks,
          timer,
          session::lost);
    }
  }

  /** What the links of a connection say of it. */
  private final class Deliveries implements StallProbe.Hearer {

    private final Connection connection;

    Deliveries(Connection connection) {
      this.connection = connection;
    }

    @Override
    public void delivers() {
      connection.deliveries().delivered();
    }

    @Override
    public void stalls() {
      stalled(connection);
    }
  }
}
