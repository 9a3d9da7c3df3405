package io.twinbus.local.cli;

import io.twinbus.local.LocalStack;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.local.network.PortTakenException;
import io.twinbus.local.storage.DataDirectoryException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs the local stack until it is stopped, at the ports and with the keys of the emulators. */
@Command(
    name = "twinbus-local",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Run a local stand-in for Azure Service Bus and Azure Cosmos DB.",
      "It listens on loopback, keeps everything in memory (or, with --data-dir, on disk) and ends"
          + " with Ctrl-C. When it is ready it prints how to connect."
    },
    footer = {
      "%nExamples:",
      "  java -jar twinbus-local.jar",
      "  java -jar twinbus-local.jar --config-file Config.json",
      "  java -jar twinbus-local.jar --json --port 0",
      "  java -jar twinbus-local.jar --regions east,west --data-dir data",
      "  java -jar twinbus-local.jar --tls --port 5671"
    })
final class StandaloneCommand implements Callable<Integer> {

  private static final String LEDGER_PORT = "8081";
  private static final String CONTROL_PORT = "8082";

  @Spec private CommandSpec spec;

  @Mixin private StackOptions options = new StackOptions("local");

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "5672",
      description =
          "The port of Service Bus, for AMQP and for the management API; further regions have the"
              + " ports after it. 0 means any free ones, here and below (default:"
              + " ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--ledger-port",
      paramLabel = "N",
      description = "The port of Cosmos DB (default: " + LEDGER_PORT + ").")
  private @Nullable Integer ledgerPort;

  @Option(
      names = "--control-port",
      paramLabel = "N",
      description = "The port at which faults are ordered (default: " + CONTROL_PORT + ").")
  private @Nullable Integer controlPort;

  @Option(
      names = "--listen",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description =
          "Listen at this address of the machine; 0.0.0.0 lets in everybody who reaches the ports,"
              + " as in a container (default: ${DEFAULT-VALUE}).")
  private String listen = "127.0.0.1";

  @Option(names = "--json", description = "Print one line of JSON when ready.")
  private boolean json;

  @Option(
      names = "--exit-when-ready",
      description =
          "End as soon as it is ready: to check a configuration, or to record a class archive.")
  private boolean exitWhenReady;

  @Override
  public Integer call() throws InterruptedException {
    try (LocalStack stack = start()) {
      Runtime.getRuntime().addShutdownHook(new Thread(stack::close, "stop-local-stack"));
      announce(stack);
      if (!exitWhenReady) {
        new CountDownLatch(1).await();
      }
      return ExitCode.OK;
    } catch (PortTakenException | DataDirectoryException | UncheckedIOException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return ExitCode.SOFTWARE;
    }
  }

  private LocalStack start() {
    Ports ports = ports();
    if (!ports.exist(options.regions().size())) {
      throw new ParameterException(spec.commandLine(), "Ports go from 0 to 65535.");
    }
    // Configurations of Cosmos DB's emulator name its key; regions take any.
    return options.start(
        ports.giveTo(
            options.toBuilder(CosmosEndpointOptions.EMULATOR_KEY).address(address()),
            options.regions()));
  }

  private Ports ports() {
    return new Ports(
        port, orDefault(ledgerPort, LEDGER_PORT), orDefault(controlPort, CONTROL_PORT));
  }

  private int orDefault(@Nullable Integer given, String value) {
    if (given != null) {
      return given;
    }
    return port == 0 ? 0 : Integer.parseInt(value);
  }

  private InetAddress address() {
    try {
      return InetAddress.getByName(listen);
    } catch (UnknownHostException e) {
      throw new ParameterException(
          spec.commandLine(), "--listen is '" + listen + "', which is no address.", e);
    }
  }

  private void announce(LocalStack stack) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(stack.toJson());
    } else {
      stack
          .regions()
          .forEach(
              (name, region) ->
                  out.printf("Service Bus %s: %s%n", name, region.connectionString()));
      out.printf(
          "Cosmos DB: AccountEndpoint=%s/;AccountKey=%s;%n",
          stack.ledgerEndpoint(), stack.ledgerKey());
      out.printf("Faults: %s%n", stack.controlUrl());
      out.println("Ready; Ctrl-C ends it.");
    }
    out.flush();
  }
}
