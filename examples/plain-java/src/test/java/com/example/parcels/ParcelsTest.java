package com.example.parcels;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.receiver.handler.BlockingHandler;
import io.twinbus.testkit.system.Handled;
import io.twinbus.testkit.system.Twinbus;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Both handlers between two regions, in this process. */
class ParcelsTest {

  private static final FlatSettings SETTINGS =
      FlatSettings.of(Map.of("twinbus.queue", "parcels", "twinbus.home", "east"));

  // snippet
  @Test
  void aParcelGoesOnWhileARegionIsAway() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    BlockingHandler handler =
        new BlockingHandler(BlockingHandler.stages(new ScanLog()::handle), threads);
    try (Twinbus twinbus = Twinbus.start(SETTINGS, handler)) {
      twinbus.send("parcel-7", "Lyon");
      twinbus.awaitHandled("parcel-7", 1);
      twinbus.fail("east");
      twinbus.send("parcel-7", "Graz");

      assertThat(twinbus.awaitHandled("parcel-7", 2))
          .last()
          .extracting(Handled::region)
          .isEqualTo("west");
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void aStageEndsTheMessageWhenTheEndpointHasAnswered() throws Exception {
    List<String> keys = new CopyOnWriteArrayList<>();
    HttpServer endpoint =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    endpoint.createContext(
        "/scans",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          keys.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
          // The first call fails: the message comes again, before the next one.
          exchange.sendResponseHeaders(keys.size() == 1 ? 500 : 204, -1);
          exchange.close();
        });
    endpoint.start();
    URI url = URI.create("http://127.0.0.1:" + endpoint.getAddress().getPort() + "/scans");
    try (Twinbus twinbus = Twinbus.start(SETTINGS, new ScanForwarder(url))) {
      twinbus.send("parcel-8", "Lyon");
      twinbus.send("parcel-8", "Graz");

      assertThat(twinbus.awaitHandled("parcel-8", 2))
          .extracting(Handled::id)
          .containsExactly("parcel-8-1", "parcel-8-2");
      assertThat(keys).hasSize(3);
      assertThat(keys.get(1)).isEqualTo(keys.get(0));
    } finally {
      endpoint.stop(0);
    }
  }
}
