package io.twinbus.local.cosmos;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.timeout.IdleStateHandler;
import io.twinbus.local.cosmos.gateway.CosmosGateway;
import io.twinbus.local.network.Latency;
import io.twinbus.local.network.Listener;
import io.twinbus.local.network.ListenerOptions;
import io.twinbus.local.network.LocalCertificate;
import io.twinbus.local.network.Outage;
import io.twinbus.local.network.Patience;
import io.twinbus.local.storage.Outbox;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The sockets of an account: its own address, which leads to the write region, and one for each of
 * several regions. A single region has no other address than the account's. Thread-safe.
 */
final class Doors implements AutoCloseable {
  private static final int THREADS = 2;
  private static final int MAX_HEADER_BYTES = 65_536;
  private static final int MAX_BODY_BYTES = 8 * 1_024 * 1_024;

  /** Longer than any SDK keeps a connection that it does not use, so that they close it first. */
  private static final int MAX_IDLE_SECONDS = 180;

  private final Listener own;
  private final Map<String, Listener> byRegion = new LinkedHashMap<>();

  private Doors(Listener own) {
    this.own = own;
  }

  /** What is spoken with the clients of a region; null: of the one that is written. */
  private interface Protocol {
    void speak(@Nullable String region, ChannelPipeline pipeline);
  }

  /** Opens the door of a region, or the account's own. */
  private interface Listening {
    Listener open(String subject, int port, @Nullable String region);
  }

  static Doors open(
      CosmosEndpointOptions options,
      CompletableFuture<CosmosGateway> gateway,
      Function<Executor, Outbox> outboxes) {
    LocalCertificate tls = options.tls();
    List<String> regions = options.account().regions();
    Protocol protocol =
        (region, pipeline) ->
            pipeline.addLast(
                handlers(
                    region,
                    gateway,
                    new Patience(options.limits().silence()),
                    outboxes.apply(pipeline.channel().eventLoop()),
                    options.clock()));
    Listening listening =
        (subject, port, region) ->
            Listener.open(
                new ListenerOptions(
                    subject,
                    options.address(),
                    port,
                    THREADS,
                    tls,
                    pipeline -> protocol.speak(region, pipeline)));
    Doors doors = new Doors(listening.open("the ledger", options.port(), null));
    try {
      for (String region : regions) {
        doors.byRegion.put(
            region,
            regions.size() == 1 ? doors.own : listening.open("the ledger in " + region, 0, region));
      }
      return doors;
    } catch (RuntimeException e) {
      doors.close();
      throw e;
    }
  }

  int port() {
    return own.port();
  }

  /** The port of each region. */
  Map<String, Integer> ports() {
    Map<String, Integer> ports = new HashMap<>();
    byRegion.forEach((region, listener) -> ports.put(region, listener.port()));
    return Map.copyOf(ports);
  }

  String endpoint(String region) {
    return "http://localhost:" + door(region).port();
  }

  void outage(Outage outage) {
    each(listener -> listener.outage(outage));
  }

  void outage(String region, Outage outage) {
    door(region).outage(outage);
  }

  void restore() {
    each(Listener::restore);
  }

  void restore(String region) {
    door(region).restore();
  }

  void latency(Duration eachWay) {
    each(listener -> listener.latency(eachWay));
  }

  void latency(Latency latency) {
    each(listener -> listener.latency(latency));
  }

  Listener own() {
    return own;
  }

  @Override
  public void close() {
    each(Listener::close);
  }

  private void each(Consumer<Listener> action) {
    List<Listener> all = new ArrayList<>(byRegion.values());
    if (!all.contains(own)) {
      all.add(own);
    }
    all.forEach(action);
  }

  private Listener door(String region) {
    Listener door = byRegion.get(region);
    if (door == null) {
      throw new IllegalArgumentException(
          "The account has no region '"
              + region
              + "'; it has "
              + String.join(", ", byRegion.keySet())
              + ".");
    }
    return door;
  }

  private static ChannelHandler[] handlers(
      @Nullable String region,
      CompletableFuture<CosmosGateway> gateway,
      Patience patience,
      Outbox outbox,
      InstantSource clock) {
    return new ChannelHandler[] {
      patience,
      new IdleStateHandler(MAX_IDLE_SECONDS, 0, 0, TimeUnit.SECONDS),
      new HttpServerCodec(MAX_HEADER_BYTES, MAX_HEADER_BYTES, MAX_HEADER_BYTES),
      new HttpObjectAggregator(MAX_BODY_BYTES),
      new HttpHandler(region, gateway, patience, outbox, clock)
    };
  }
}
