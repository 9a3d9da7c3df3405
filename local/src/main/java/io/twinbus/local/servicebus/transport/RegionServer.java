package io.twinbus.local.servicebus.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.twinbus.local.network.ConnectionLimits;
import io.twinbus.local.network.Listener;
import io.twinbus.local.network.ListenerOptions;
import io.twinbus.local.network.Patience;
import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.access.Gatekeeper;
import io.twinbus.local.servicebus.amqp.AmqpConnection;
import io.twinbus.local.servicebus.amqp.AmqpServer;
import io.twinbus.local.servicebus.broker.Namespace;
import io.twinbus.local.servicebus.broker.Surroundings;
import io.twinbus.local.servicebus.faults.FaultBoard;
import io.twinbus.local.servicebus.management.ManagementApi;
import io.twinbus.local.storage.DataDirectory;
import io.twinbus.local.storage.Outbox;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * The namespace of one region behind its listener, all on the listener's one thread.
 *
 * <p>Thread-safe: what comes from other threads is carried out on that one.
 */
public final class RegionServer implements AutoCloseable {
  private static final long MAX_HEARTBEAT_CHECK_MS = 5_000;
  private static final int THREADS = 1;

  private final FaultBoard faults = new FaultBoard();
  private final Keeping keeping;
  private final Namespace namespace;
  private final ConnectionLimits limits;
  private final EventLoop loop;
  private final AmqpServer amqp;
  private final ManagementApi management;
  private final Listener listener;
  private final ScheduledFuture<?> heartbeats;
  // On the loop only.
  private final Set<SocketHandler> sockets = new LinkedHashSet<>();

  private RegionServer(ServiceBusEndpointOptions options, Keeping keeping) {
    this.keeping = keeping;
    limits = options.limits();
    Surroundings around =
        new Surroundings(options.clock(), UUID::randomUUID, faults, keeping.journal());
    namespace = new Namespace(keeping.entities(options.entities()), around);
    keeping.checkAllTaken();
    loop = new EventLoop(options.clock(), namespace);
    amqp = new AmqpServer(options, namespace, around, faults, loop::requestTurnEnd);
    loop.atTurnEnd(amqp::endTurn);
    management =
        new ManagementApi(
            options.region(),
            namespace,
            new Gatekeeper(options.access(), options.clock()),
            loop::tick);
    listener =
        Listener.open(
            new ListenerOptions(
                "the Service Bus endpoint of " + options.region(),
                options.address(),
                options.port(),
                THREADS,
                options.tls(),
                this::accept));
    loop.runOn(listener.threads().next());
    long checkMs = Math.min(MAX_HEARTBEAT_CHECK_MS, Math.max(1, limits.shortest().toMillis() / 4));
    heartbeats =
        loop.thread().scheduleAtFixedRate(this::heartbeat, checkMs, checkMs, TimeUnit.MILLISECONDS);
  }

  /** Starts to serve data in memory. */
  public static RegionServer start(ServiceBusEndpointOptions options) {
    return new RegionServer(options, Keeping.NOTHING);
  }

  /** Starts to serve what a directory keeps. */
  public static RegionServer start(ServiceBusEndpointOptions options, DataDirectory data) {
    return new RegionServer(options, new KeepingRegion(data, options.region()));
  }

  /** The sockets, to ask for the port and to make the network fail. */
  public Listener listener() {
    return listener;
  }

  /** The faults of single operations. */
  public FaultBoard faults() {
    return faults;
  }

  /** Runs something on the region's thread, where its entities and connections may be changed. */
  public <T> T call(Callable<T> action) {
    return loop.call(action);
  }

  /** The same for a change: when this returns, clients hear of it and it is kept. */
  public <T> T change(Callable<T> action) {
    T result = loop.call(action);
    // Consumers act on what happened to them at the end of a turn.
    tick();
    keeping.awaitKept(loop.call(keeping::handOver));
    return result;
  }

  /** The entities; on the region's thread only. */
  public Namespace namespace() {
    return namespace;
  }

  /** The AMQP connections that are open; on the region's thread only. */
  public List<AmqpConnection> connections() {
    return sockets.stream().map(SocketHandler::connection).toList();
  }

  /** What every queue holds. */
  public List<EntityCounts> counts() {
    return loop.call(namespace::counts);
  }

  /** Applies what time has brought, without waiting for the next look at the clock. */
  public void tick() {
    var unused =
        loop.call(
            () -> {
              loop.tick();
              heartbeat();
              return true;
            });
  }

  @Override
  public void close() {
    heartbeats.cancel(false);
    listener.close();
  }

  private void heartbeat() {
    long now = loop.monotonicMs();
    new ArrayList<>(sockets).forEach(socket -> socket.tick(now));
  }

  private void accept(ChannelPipeline pipeline) {
    Channel channel = pipeline.channel();
    loop.runOn(channel.eventLoop());
    Outbox outbox = keeping.outbox(channel.eventLoop());
    SocketHandler socket = new SocketHandler(channel, amqp, outbox, limits);
    sockets.add(socket);
    channel.closeFuture().addListener(closed -> sockets.remove(socket));
    FirstByte first = new FirstByte(socket, () -> new ManagementHandler(management, outbox));
    pipeline.addLast(new Patience(limits.silence()), first, socket);
  }
}
