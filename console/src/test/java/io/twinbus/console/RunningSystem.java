package io.twinbus.console;

import io.twinbus.ops.command.CliContext;
import io.twinbus.protocol.configuration.Configuration;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.testkit.system.Twinbus;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** A local stack with a receiver in each region, and a console that shows it. */
public final class RunningSystem implements AutoCloseable {

  private static final Duration BOUND = Duration.ofSeconds(60);

  private final Twinbus twinbus;
  private final Console console;
  private final HttpClient browser = HttpClient.newBuilder().connectTimeout(BOUND).build();

  private RunningSystem(Twinbus twinbus, Console console) {
    this.twinbus = twinbus;
    this.console = console;
  }

  /** Starts both, the receivers with more settings. */
  public static RunningSystem start(Map<String, String> receivers) throws Exception {
    Twinbus twinbus =
        Twinbus.start(
            FlatSettings.of(receivers),
            (message, invocation) ->
                CompletableFuture.completedFuture(new HandlerOutcome.Completed()));
    Map<String, String> environment =
        new TreeMap<>(
            Map.of(
                "TWINBUS_REGIONS_EAST_CONNECTION_STRING", twinbus.stack().connectionString("east"),
                "TWINBUS_REGIONS_WEST_CONNECTION_STRING", twinbus.stack().connectionString("west"),
                "TWINBUS_LEDGER_ENDPOINT", twinbus.stack().ledgerEndpoint(),
                "TWINBUS_LEDGER_KEY", twinbus.stack().ledgerKey(),
                "TWINBUS_RECEIVER_LEASE", "3s",
                "TWINBUS_OPERATOR", "ann"));
    CliContext here = CliContext.ofThisMachine();
    CliContext context =
        new CliContext(here.ledger(), here.queues(), here.clocks(), here.pause(), environment);
    Console console =
        Console.start(
            new ConsoleOptions(0, List.of()),
            Configuration.read(null, environment).settings(),
            context);
    return new RunningSystem(twinbus, console);
  }

  /** The system. */
  public Twinbus twinbus() {
    return twinbus;
  }

  /** Its console. */
  public Console console() {
    return console;
  }

  /** The address of {@code path}. */
  public URI at(String path) {
    return console.address().resolve(path);
  }

  /** The page at {@code path}. */
  public HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return browser.send(
        HttpRequest.newBuilder(at(path)).timeout(BOUND).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /** What the console answers to a form that is sent from {@code origin}. */
  public HttpResponse<String> post(String path, String origin, Map<String, String> form)
      throws IOException, InterruptedException {
    StringBuilder body = new StringBuilder();
    form.forEach(
        (name, value) ->
            body.append(body.length() == 0 ? "" : "&")
                .append(name)
                .append('=')
                .append(encoded(value)));
    return browser.send(
        HttpRequest.newBuilder(at(path))
            .timeout(BOUND)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Origin", origin)
            .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /** {@code id} as an address carries it. */
  public static String encoded(String id) {
    return URLEncoder.encode(id, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    console.close();
    twinbus.close();
  }
}
