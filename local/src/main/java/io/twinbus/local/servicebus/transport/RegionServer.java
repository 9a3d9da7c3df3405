package io.twinbus.local.servicebus.transport;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.local.servicebus.Outage;
import io.twinbus.local.servicebus.PortTakenException;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.amqp.AmqpServer;
import io.twinbus.local.servicebus.broker.Namespace;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The sockets of one region and the faults of its network.
 *
 * <p>Thread-safe: orders are serialised here and carried out on the event loop.
 */
public final class RegionServer implements AutoCloseable {
  private static final int HEARTBEAT_CHECK_S = 5;
  private static final int BIND_ATTEMPTS = 100;
  private static final int BIND_PAUSE_MS = 10;

  private final ServiceBusEndpointOptions options;
  private final EventLoop loop;
  private final Namespace namespace;
  private final AmqpServer amqp;
  private final Latency latency = new Latency();
  // On the loop only.
  private final Set<SocketHandler> sockets = new LinkedHashSet<>();
  private @Nullable Outage outage;

  private @Nullable Channel listener;
  private @Nullable PortReservation reservation;
  private int port;
  private @Nullable ScheduledFuture<?> heartbeats;

  private RegionServer(ServiceBusEndpointOptions options) {
    this.options = options;
    this.loop = new EventLoop(options.region(), options.clock());
    this.namespace = new Namespace(options.queues(), options.clock(), UUID::randomUUID);
    this.amqp =
        new AmqpServer(
            options.region(), namespace, options.clock(), UUID::randomUUID, loop::requestTurnEnd);
    loop.serve(namespace, amqp::endTurn);
  }

  /** Starts to listen. */
  public static RegionServer start(ServiceBusEndpointOptions options) {
    RegionServer server = new RegionServer(options);
    try {
      server.listen(options.port());
    } catch (PortTakenException e) {
      server.loop.shutdown();
      throw e;
    }
    server.heartbeats =
        server
            .loop
            .group()
            .scheduleAtFixedRate(
                server::heartbeat, HEARTBEAT_CHECK_S, HEARTBEAT_CHECK_S, TimeUnit.SECONDS);
    return server;
  }

  /** The port, which stays the same over outages. */
  public int port() {
    return port;
  }

  /** Begins an outage, ending another one. */
  public synchronized void begin(Outage mode) {
    end();
    loop.run(() -> outage = mode);
    if (mode == Outage.REFUSE) {
      stopListening();
      reservation = reserve();
    }
    loop.run(
        () ->
            snapshot()
                .forEach(mode == Outage.BLACKHOLE ? SocketHandler::silence : SocketHandler::reset));
  }

  /** Ends the outage, if there is one. */
  public synchronized void end() {
    loop.run(
        () -> {
          if (outage == Outage.BLACKHOLE) {
            // Both ends have a different idea of what was said; only a new connection helps.
            snapshot().forEach(SocketHandler::reset);
          }
          outage = null;
        });
    if (reservation != null) {
      reservation.close();
      reservation = null;
      listenAgain();
    }
  }

  /** Sets how long bytes take each way from now on. */
  public void latency(Duration eachWay) {
    latency.set(eachWay);
  }

  /** What every queue holds. */
  public List<EntityCounts> counts() {
    return loop.call(namespace::counts);
  }

  /** Applies what time has brought, without waiting for the next look at the clock. */
  public void tick() {
    loop.run(loop::tick);
  }

  @Override
  public synchronized void close() {
    if (heartbeats != null) {
      heartbeats.cancel(false);
    }
    if (reservation != null) {
      reservation.close();
      reservation = null;
    }
    stopListening();
    loop.run(() -> snapshot().forEach(SocketHandler::reset));
    loop.shutdown();
  }

  private List<SocketHandler> snapshot() {
    return new ArrayList<>(sockets);
  }

  private void heartbeat() {
    long now = TimeUnit.NANOSECONDS.toMillis(loop.group().next().ticker().nanoTime());
    snapshot().forEach(socket -> socket.tick(now));
  }

  private void listen(int wanted) {
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loop.group())
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, 1024)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(new Accept())
            .bind(options.host(), wanted)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new PortTakenException(options.region(), options.host(), wanted, bound.cause());
    }
    listener = bound.channel();
    port = ((InetSocketAddress) bound.channel().localAddress()).getPort();
  }

  /** A closed listener's port is free only after the event loop's next look at its sockets. */
  private PortReservation reserve() {
    for (int attempt = 1; ; attempt++) {
      try {
        return PortReservation.of(new InetSocketAddress(options.host(), port));
      } catch (UncheckedIOException e) {
        pauseOrGiveUp(attempt, e);
      }
    }
  }

  private void listenAgain() {
    for (int attempt = 1; ; attempt++) {
      try {
        listen(port);
        return;
      } catch (PortTakenException e) {
        pauseOrGiveUp(attempt, e);
      }
    }
  }

  private void pauseOrGiveUp(int attempt, RuntimeException failure) {
    if (attempt == BIND_ATTEMPTS) {
      throw failure;
    }
    loop.group().schedule(() -> {}, BIND_PAUSE_MS, TimeUnit.MILLISECONDS).awaitUninterruptibly();
  }

  private void stopListening() {
    if (listener != null) {
      listener.close().awaitUninterruptibly();
      listener = null;
    }
  }

  private final class Accept extends ChannelInitializer<Channel> {
    @Override
    protected void initChannel(Channel channel) {
      SocketHandler socket = new SocketHandler(channel, amqp);
      sockets.add(socket);
      channel.closeFuture().addListener(closed -> sockets.remove(socket));
      channel.pipeline().addLast(new DelayHandler(latency), socket);
      if (outage == Outage.BLACKHOLE) {
        socket.silence();
      } else if (outage != null) {
        socket.reset();
      }
    }
  }
}
