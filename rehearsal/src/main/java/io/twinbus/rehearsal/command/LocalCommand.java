package io.twinbus.rehearsal.command;

import io.twinbus.ledger.cosmos.LedgerStartException;
import io.twinbus.local.LocalStack;
import io.twinbus.local.LocalStackBuilder;
import io.twinbus.local.cli.Ports;
import io.twinbus.local.cli.StackOptions;
import io.twinbus.local.network.PortTakenException;
import io.twinbus.local.storage.DataDirectoryException;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.rehearsal.stack.Endpoints;
import io.twinbus.rehearsal.stack.LedgerContainer;
import io.twinbus.rehearsal.stack.RunQueues;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs the local stand-in for Azure, with the ledger's container in it, until it is stopped. */
@Command(
    name = "local",
    mixinStandardHelpOptions = true,
    description = {
      "Run a local stand-in for Service Bus (one endpoint per region) and the ledger.",
      "It listens on loopback, keeps everything in memory (or, with --data-dir, on disk) and ends"
          + " with Ctrl-C. When it is ready it prints how to reach it: a configuration file for the"
          + " other commands, or one line of JSON."
    },
    footer = {
      "%nExamples:",
      "  twinbus local > twinbus.yaml",
      "  twinbus local --json --port 0",
      "  twinbus local --config-file servicebus-emulator.json",
      "  twinbus local --tls --regions east --port 5671",
      "  twinbus local --data-dir ~/.twinbus --port 7000",
      "  twinbus local --regions east,west --queue parcels --port 7000"
    })
public final class LocalCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Mixin private StackOptions options = new StackOptions("east", "west");

  @Option(names = "--json", description = "Print one line of JSON when ready.")
  private boolean json;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "First of the ports: one for each region, then the ledger, then control. 0 means any free"
              + " ones (default: ${DEFAULT-VALUE}).")
  private int port;

  @Override
  public void run() {
    LocalStack stack = start();
    Runtime.getRuntime().addShutdownHook(new Thread(stack::close, "stop-local-stack"));
    try {
      LedgerContainer.create(URI.create(stack.ledgerEndpoint()), new Secret(stack.ledgerKey()));
      announce(stack);
      new CountDownLatch(1).await();
    } catch (LedgerStartException e) {
      throw new CommandFailure(ExitCode.FAILURE, String.valueOf(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      stack.close();
    }
  }

  private LocalStack start() {
    Ports ports = Ports.from(port, options.regions().size());
    if (!ports.exist(options.regions().size())) {
      throw new ParameterException(spec.commandLine(), "--port goes from 0 to 65000.");
    }
    options.regions().forEach(RegionName::new);
    try {
      return options.start(ports.giveTo(builder(), options.regions()));
    } catch (PortTakenException | DataDirectoryException | UncheckedIOException e) {
      throw new CommandFailure(ExitCode.FAILURE, String.valueOf(e.getMessage()), e);
    }
  }

  private LocalStackBuilder builder() {
    LocalStackBuilder builder = options.toBuilder(null);
    String queue = options.queue();
    return queue == null ? builder : builder.queues(RunQueues.asDeployed(queue));
  }

  /**
   * What goes into {@code twinbus.yaml}: where all is, and the names that would else be defaults.
   */
  public static String configuration(Endpoints endpoints, @Nullable String queue) {
    return endpoints.toYaml()
        + "  cluster: '%s'%n".formatted(ClusterSettings.DEFAULT_CLUSTER)
        + (queue == null ? "" : "  queue: '%s'%n".formatted(queue));
  }

  private void announce(LocalStack stack) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(stack.toJson());
    } else {
      out.print(configuration(Endpoints.parse(stack.toJson()), options.queue()));
      PrintWriter err = spec.commandLine().getErr();
      err.println("Ready; faults are ordered at %s, Ctrl-C ends it.".formatted(stack.controlUrl()));
      err.flush();
    }
    out.flush();
  }
}
