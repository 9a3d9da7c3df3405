package io.twinbus.local.network;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.OptionalSslHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A TCP listener whose network can fail on demand; it listens on loopback unless told otherwise.
 *
 * <p>Thread-safe. {@link #close()} ends every connection and thread.
 */
public final class Listener implements AutoCloseable {
  private static final int BACKLOG = 1_024;
  private static final int CALM_DOWN_SECONDS = 5;
  private static final int REBIND_ATTEMPTS = 200;
  private static final int REBIND_PAUSE_MILLIS = 5;

  private final ListenerOptions options;
  private final EventLoopGroup group;
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final int port;
  private final AtomicLong accepted = new AtomicLong();
  private volatile Network network = Network.CALM;
  private @Nullable Channel accepting;
  private @Nullable ReservedPort reserved;
  private boolean closed;

  private Listener(ListenerOptions options) {
    this.options = options;
    this.group = threads(options);
    try {
      Channel channel = bind(options.port());
      this.accepting = channel;
      this.port = ((InetSocketAddress) channel.localAddress()).getPort();
    } catch (RuntimeException e) {
      stopThreads();
      throw e;
    }
  }

  /** Netty 4.1, which Spring Boot 3 brings, has no other such class; 4.2 has both. */
  @SuppressWarnings("deprecation")
  private static EventLoopGroup threads(ListenerOptions options) {
    return new NioEventLoopGroup(
        options.threads(), new DefaultThreadFactory("local-" + options.subject(), true));
  }

  /**
   * Starts to listen.
   *
   * @throws PortTakenException if another process listens on the port
   */
  public static Listener open(ListenerOptions options) {
    return new Listener(options);
  }

  /** The port that clients connect to. */
  public int port() {
    return port;
  }

  /** The threads that serve the connections: with a single one, all state can live on it. */
  public EventLoopGroup threads() {
    return group;
  }

  /** The number of connections that are open now. */
  public int connections() {
    return connections.size();
  }

  /**
   * Makes this listener unreachable until {@link #restore()}; a second outage replaces the first.
   */
  public synchronized void outage(Outage outage) {
    requireOpen();
    network = network.with(outage);
    if (outage == Outage.REFUSE) {
      stopAccepting();
    } else {
      startAccepting();
    }
    everyConnection(outage == Outage.BLACKHOLE ? Connection::hold : Connection::reset);
  }

  /** Ends an outage; held connections go on where they stood. Without an outage it does nothing. */
  public synchronized void restore() {
    requireOpen();
    network = network.with((Outage) null);
    startAccepting();
    everyConnection(Connection::release);
  }

  /**
   * Delays every byte by this much in each direction; zero ends it.
   *
   * @throws IllegalArgumentException if the duration is negative or above a minute
   */
  public void latency(Duration eachWay) {
    latency(Latency.eachWay(eachWay));
  }

  /** Delays all that passes from now on; {@link Latency#NONE} ends it. */
  public synchronized void latency(Latency latency) {
    network = network.with(latency);
  }

  /** The outage that lasts; empty: none. */
  public Optional<Outage> outage() {
    return Optional.ofNullable(network.outage());
  }

  /** The delays in force. */
  public Latency latency() {
    return network.latency();
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    Channel channel = accepting;
    accepting = null;
    if (channel != null) {
      channel.close().syncUninterruptibly();
    }
    if (reserved != null) {
      reserved.close();
      reserved = null;
    }
    everyConnection(Connection::reset);
    stopThreads();
  }

  /** Returns when all connections have done so, that nothing slips through after the call. */
  private void everyConnection(Function<Connection, Future<?>> action) {
    List<Future<?>> under = connections.stream().<Future<?>>map(action).toList();
    under.forEach(future -> future.awaitUninterruptibly(CALM_DOWN_SECONDS, TimeUnit.SECONDS));
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("What listened for " + options.subject() + " is closed.");
    }
  }

  private void stopAccepting() {
    Channel channel = accepting;
    accepting = null;
    if (channel != null) {
      channel.close().syncUninterruptibly();
      reserved = patiently(() -> ReservedPort.reserve(options.address(), port));
    }
  }

  private void startAccepting() {
    if (accepting == null) {
      accepting = patiently(() -> bind(port));
    }
    if (reserved != null) {
      reserved.close();
      reserved = null;
    }
  }

  /** The kernel frees a closed socket's port only when its event loop next looks at its sockets. */
  private <T> T patiently(Supplier<T> take) {
    for (int attempt = 1; ; attempt++) {
      try {
        return take.get();
      } catch (PortTakenException e) {
        if (attempt == REBIND_ATTEMPTS) {
          throw e;
        }
        group.schedule(() -> {}, REBIND_PAUSE_MILLIS, TimeUnit.MILLISECONDS).awaitUninterruptibly();
      }
    }
  }

  private Channel bind(int wanted) {
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    accept(channel);
                  }
                });
    var bound =
        bootstrap.bind(new InetSocketAddress(options.address(), wanted)).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new PortTakenException(options.subject(), wanted, bound.cause());
    }
    return bound.channel();
  }

  private void accept(SocketChannel channel) {
    Connection connection = new Connection(channel, () -> network, accepted.incrementAndGet());
    connections.add(connection);
    channel.closeFuture().addListener(done -> connections.remove(connection));
    channel.pipeline().addLast(connection.gate());
    LocalCertificate tls = options.tls();
    if (tls == null) {
      channel.pipeline().addLast(new TlsNotServed(options.subject()));
    } else {
      channel
          .pipeline()
          .addLast(new OptionalSslHandler(tls.context()), new TlsNotAgreed(options.subject()));
    }
    options.protocol().accept(channel.pipeline());
    // Looked at after the connection is listed, so that an outage that starts now finds it one way
    // or the other.
    Outage outage = network.outage();
    if (outage == Outage.BLACKHOLE) {
      var unused = connection.hold();
    } else if (outage != null) {
      var unused = connection.reset();
    }
  }

  private void stopThreads() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
  }
}
