import com.sun.net.httpserver.HttpServer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.twinbus.protocol.configuration.Configuration;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.metrics.SenderMetrics;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A producer whose metrics can be scraped, for ./dashboards: {@code MeteredProducer FILE PORT
 * SECONDS} sends 100 messages a second, of 20 sessions, and ends by itself.
 */
class MeteredProducer {

  private static final int PER_SECOND = 100;
  private static final int SESSIONS = 20;

  public static void main(String[] arguments) throws Exception {
    PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    HttpServer scraped =
        HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[1])), 0);
    scraped.createContext(
        "/prometheus",
        exchange -> {
          byte[] page = meters.scrape().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    scraped.start();
    int messages = PER_SECOND * Integer.parseInt(arguments[2]);
    try (Sender sender =
        Sender.builder(Configuration.load(Path.of(arguments[0]), System.getenv()))
            .extension(SenderMetrics.to(meters))
            .build()) {
      for (int i = 0; i < messages; i++) {
        var unused =
            sender.send(
                OutboundMessage.of("session-" + i % SESSIONS, "message-" + i).body("{}").build());
        Thread.sleep(1_000 / PER_SECOND);
      }
    } finally {
      scraped.stop(0);
    }
  }
}
