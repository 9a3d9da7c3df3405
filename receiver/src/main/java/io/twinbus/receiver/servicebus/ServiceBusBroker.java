package io.twinbus.receiver.servicebus;

import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.Broker;
import io.twinbus.receiver.broker.BrokerSession;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * One region's session queue or subscription, through the Azure Service Bus SDK.
 *
 * <p>Sessions are spread over connections, at most {@link
 * ServiceBusSettings.Limits#sessionsPerConnection()} on each. One timer thread and a small pool
 * that closes clients (the SDK's close blocks) serve all sessions. Thread-safe.
 */
public final class ServiceBusBroker implements Broker {

  private static final Logger LOG = LoggerFactory.getLogger(ServiceBusBroker.class);
  private static final int CLOSERS = 16;
  private static final String HASHED = "sha256-";

  private final ServiceBusSettings settings;
  private final Clocks clocks;
  private final Connections connections;
  private final Reachability reachability;
  private final Acceptor acceptor;
  private final ScheduledExecutorService timer;
  private final ThreadPoolExecutor closers;
  private final Set<LockedSession> sessions = ConcurrentHashMap.newKeySet();

  /** Opens the first connection in the background; never fails for a region that is away. */
  public ServiceBusBroker(ServiceBusSettings settings, Clocks clocks) {
    this.settings = settings;
    this.clocks = clocks;
    this.connections = new Connections(settings);
    Duration tryTimeout = settings.limits().tryTimeout();
    String name = "servicebus-" + settings.region().name();
    this.timer = Executors.newSingleThreadScheduledExecutor(task -> daemon(task, name + "-timer"));
    this.closers =
        new ThreadPoolExecutor(
            CLOSERS,
            CLOSERS,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> daemon(task, name + "-close"));
    closers.allowCoreThreadTimeOut(true);
    this.reachability =
        new Reachability(Mono.defer(() -> connections.any().peek()), tryTimeout, clocks);
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

  @Override
  public void close() {
    acceptor.close();
    Duration bound = settings.limits().tryTimeout().multipliedBy(2);
    List<CompletableFuture<Void>> ends =
        sessions.stream().map(session -> session.close().toCompletableFuture()).toList();
    await("sessions", CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new)), bound);
    List<CompletableFuture<Void>> links =
        connections.all().stream()
            .map(connection -> CompletableFuture.runAsync(connection::close, closers))
            .toList();
    await("connections", CompletableFuture.allOf(links.toArray(CompletableFuture[]::new)), bound);
    timer.shutdownNow();
    closers.shutdownNow();
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
          .flatMap(client -> named(client).map(name -> locked(connection, name, client)))
          .subscribe(
              accepted::complete,
              error -> {
                connection.release();
                reachability.broken();
                accepted.completeExceptionally(error);
              });
      return accepted;
    }

    @Override
    public CompletionStage<Optional<String>> check() {
      return reachability.check();
    }

    /** The session's original id; where the broker's name is a hash, its first message has it. */
    private Mono<SessionId> named(ServiceBusReceiverAsyncClient client) {
      String wire = client.getSessionId();
      if (!wire.startsWith(HASHED)) {
        return Mono.just(new SessionId(wire));
      }
      return client
          .peekMessage()
          .timeout(settings.limits().tryTimeout())
          .map(message -> DeliveryMapping.sessionId(wire, message))
          .defaultIfEmpty(new SessionId(wire))
          .doOnError(error -> closers.execute(client::close));
    }

    private LockedSession locked(
        Connection connection, SessionId name, ServiceBusReceiverAsyncClient client) {
      reachability.heard();
      LockedSession session =
          new LockedSession(
              name,
              client,
              new LockedSession.Setting(
                  closers,
                  settings.limits().tryTimeout(),
                  this::renewal,
                  gone -> {
                    connection.release();
                    sessions.remove(gone);
                  }));
      sessions.add(session);
      session.keep();
      return session;
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
}
