package io.twinbus.console;

import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.server.EmbeddedServer;
import io.twinbus.console.commands.CommandRuns;
import io.twinbus.console.commands.CommandWords;
import io.twinbus.console.commands.RequestBudget;
import io.twinbus.console.commands.SharedLedger;
import io.twinbus.console.view.Templates;
import io.twinbus.console.watch.PacedCensus;
import io.twinbus.console.watch.Poller;
import io.twinbus.console.web.ConsoleParts;
import io.twinbus.console.web.FormToken;
import io.twinbus.console.web.OutcomePage;
import io.twinbus.console.web.PlanTokens;
import io.twinbus.console.web.Showing;
import io.twinbus.console.web.Viewers;
import io.twinbus.ops.command.CliContext;
import io.twinbus.protocol.settings.FlatSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/**
 * A running console: a poller that looks at the system, and a web server that shows it.
 *
 * <p>Thread-safe. Closing ends the viewers' streams first, then the server, then what it reads
 * through.
 */
public final class Console implements AutoCloseable {

  private final ApplicationContext server;
  private final ConsoleParts parts;
  private final Poller poller;
  private final SharedLedger ledger;
  private final URI address;

  private Console(
      ApplicationContext server,
      ConsoleParts parts,
      Poller poller,
      SharedLedger ledger,
      URI address) {
    this.server = server;
    this.parts = parts;
    this.poller = poller;
    this.ledger = ledger;
    this.address = address;
  }

  /**
   * Starts a console that shows the system which {@code settings} name.
   *
   * @throws io.twinbus.ops.CommandFailure when its port is taken
   */
  public static Console start(ConsoleOptions options, FlatSettings settings, CliContext context) {
    SharedLedger ledger = new SharedLedger(context.ledger());
    PacedCensus census = new PacedCensus(context.clocks());
    CommandRuns runs =
        new CommandRuns(
            context,
            new CommandWords(options.configuration(), settings.queue()),
            ledger,
            new RequestBudget(),
            () -> ledger.cost() - census.cost());
    Viewers viewers = new Viewers();
    Templates templates = new Templates(context::wall);
    Showing showing = new Showing(viewers, templates, context::wall);
    Poller poller = new Poller(settings, context, ledger, census, showing, daemon());
    int port = options.port() == 0 ? freePort() : options.port();
    ConsoleParts parts =
        new ConsoleParts(
            poller::board,
            runs,
            templates,
            viewers,
            context::wall,
            FormToken.random(),
            new PlanTokens(() -> context.clocks().now().monotonic()),
            options.access().rule(),
            settings.queue().isPresent());
    ApplicationContext server = serve(options.access(), port, parts);
    poller.start();
    return new Console(
        server,
        parts,
        poller,
        ledger,
        URI.create("http://%s:%d/".formatted(ConsoleAccess.LOOPBACK, port)));
  }

  /** The request units that it has cost the ledger so far. */
  public double cost() {
    return ledger.cost();
  }

  private static ApplicationContext serve(ConsoleAccess access, int port, ConsoleParts parts) {
    ApplicationContext server =
        ApplicationContext.builder()
            .banner(false)
            .deduceEnvironment(false)
            .environments(ConsoleParts.ENVIRONMENT)
            .deduceCloudEnvironment(false)
            .enableDefaultPropertySources(false)
            .properties(
                Map.of(
                    "micronaut.server.host",
                    access.host(),
                    "micronaut.server.port",
                    port,
                    "micronaut.netty.event-loops.default.num-threads",
                    1,
                    "micronaut.server.idle-timeout",
                    "2m",
                    "micronaut.server.max-request-size",
                    "64KB",
                    "micronaut.metrics.enabled",
                    false,
                    "endpoints.all.enabled",
                    false))
            .singletons(parts, access.hosts(port), access.rule())
            .start();
    try {
      var unused = server.getBean(EmbeddedServer.class).start();
      return server;
    } catch (RuntimeException e) {
      server.close();
      throw PortTaken.at(access.host(), port, e);
    }
  }

  /** Where pages are on this machine. */
  public URI address() {
    return address;
  }

  /** Puts on the timeline what the console cannot see by itself, such as a fault that strikes. */
  public void mark(boolean isBad, String what) {
    poller.mark(isBad, what);
  }

  /** What it shows now, as one page that needs nothing else and changes no more. */
  public String report() {
    return OutcomePage.of(parts.board().get(), parts.now().get(), parts.templates());
  }

  private static int freePort() {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ScheduledExecutorService daemon() {
    return Executors.newSingleThreadScheduledExecutor(
        task -> {
          Thread thread = new Thread(task, "console-poller");
          thread.setDaemon(true);
          return thread;
        });
  }

  @Override
  public void close() {
    parts.viewers().drain();
    server.close();
    poller.close();
    parts.runs().close();
    ledger.close();
  }
}
