package io.twinbus.rehearsal.command;

import io.twinbus.local.DataLocation;
import io.twinbus.local.LocalStack;
import io.twinbus.local.LocalStackBuilder;
import io.twinbus.local.cosmos.AccountOptions;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.local.cosmos.gateway.Consistency;
import io.twinbus.local.network.LocalCertificate;
import io.twinbus.local.network.PortTakenException;
import io.twinbus.local.servicebus.Access;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.config.EntityFile;
import io.twinbus.local.storage.DataDirectory.Durability;
import io.twinbus.local.storage.DataDirectoryException;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.rehearsal.stack.Endpoints;
import io.twinbus.rehearsal.stack.LedgerContainer;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs the local stand-in for Azure until it is stopped. */
@Command(
    name = "local",
    mixinStandardHelpOptions = true,
    description = {
      "Run a local stand-in for Service Bus (one endpoint per region) and the ledger.",
      "It listens on loopback, keeps everything in memory (or, with --data-dir, on disk) and ends with"
          + " Ctrl-C. When it is ready it"
          + " prints how to reach it: a configuration file for the other commands, or one line of"
          + " JSON."
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

  private static final int MAX_PORT = 65_535;

  @Spec private CommandSpec spec;

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

  @Option(
      names = "--regions",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "east,west",
      description = "The regions (default: ${DEFAULT-VALUE}).")
  private List<String> regions = List.of();

  @Option(
      names = "--queue",
      paramLabel = "NAME",
      description = "The session queue in every region (default: orders).")
  private @Nullable String queue;

  @Option(
      names = "--config-file",
      paramLabel = "FILE",
      description =
          "Queues, topics and subscriptions of every region, as a JSON file for Microsoft's Service"
              + " Bus emulator; in place of --queue.")
  private @Nullable Path configFile;

  @Option(
      names = "--ledger-consistency",
      paramLabel = "LEVEL",
      defaultValue = "strong",
      description =
          "What the ledger's account says: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})."
              + " Receivers refuse any but strong.")
  private Consistency consistency = Consistency.STRONG;

  @Option(
      names = "--ledger-regions",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "local",
      description =
          "The regions of the ledger's account, the first one is written (default:"
              + " ${DEFAULT-VALUE}). Three and more survive the loss of one.")
  private List<String> ledgerRegions = List.of();

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description =
          "Keep queues and documents in this directory. What was acknowledged is there again after a"
              + " restart, also after kill -9 (default: memory only).")
  private @Nullable Path dataDir;

  @Option(
      names = "--data-sync",
      description =
          "With --data-dir, force everything to the disk before it is acknowledged, so that it"
              + " survives a loss of power, too. Slower.")
  private boolean dataSync;

  @Option(
      names = "--key",
      paramLabel = "BASE64",
      description =
          "The key of every region, under the name local, and of the ledger; clients with another"
              + " one are refused (default: any key for the regions, a new one for the ledger).")
  private @Nullable String key;

  @Option(
      names = "--well-known-keys",
      description =
          "The keys that Microsoft's emulators have, for configurations that name them;"
              + " everybody knows them.")
  private boolean wellKnownKeys;

  @Option(
      names = "--tls",
      arity = "0..1",
      paramLabel = "DIR",
      fallbackValue = ".",
      description =
          "Serve clients that speak TLS, too, at the same ports. The certificate that they have to"
              + " trust is made anew at every start and written to this directory (default: the"
              + " current one): "
              + LocalCertificate.PEM_FILE
              + ", and for JVMs "
              + LocalCertificate.TRUST_STORE_FILE
              + " with the password "
              + LocalCertificate.TRUST_STORE_PASSWORD
              + ".")
  private @Nullable Path tls;

  @Override
  public void run() {
    LocalStack stack = start();
    Runtime.getRuntime().addShutdownHook(new Thread(stack::close, "stop-local-stack"));
    try {
      LedgerContainer.create(URI.create(stack.ledgerEndpoint()), new Secret(stack.ledgerKey()));
      announce(stack);
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      stack.close();
    }
  }

  private LocalStack start() {
    if (port < 0 || port + regions.size() + 1 > MAX_PORT) {
      throw new ParameterException(spec.commandLine(), "--port goes from 0 to 65000.");
    }
    if (queue != null && configFile != null) {
      throw new ParameterException(
          spec.commandLine(),
          "Give --queue or --config-file, not both: the file names the queues.");
    }
    if (key != null && wellKnownKeys) {
      throw new ParameterException(
          spec.commandLine(), "Give --key or --well-known-keys, not both.");
    }
    if (dataSync && dataDir == null) {
      throw new ParameterException(spec.commandLine(), "--data-sync needs --data-dir.");
    }
    regions.forEach(RegionName::new);
    if (new TreeSet<>(regions).size() != regions.size()) {
      throw new ParameterException(spec.commandLine(), "--regions names a region twice.");
    }
    try {
      LocalStackBuilder builder =
          LocalStack.builder()
              .regions(regions.toArray(String[]::new))
              .queues(
                  QueueSettings.sessionQueue(queue == null ? EntitySettings.DEFAULT_QUEUE : queue))
              .ledgerAccount(
                  AccountOptions.defaults()
                      .withRegions(ledgerRegions.toArray(String[]::new))
                      .withConsistency(consistency));
      if (configFile != null) {
        builder.entities(EntityFile.read(configFile));
      }
      if (dataDir != null) {
        builder.data(
            new DataLocation(dataDir, dataSync ? Durability.POWER_LOSS : Durability.PROCESS_KILL));
      }
      if (wellKnownKeys) {
        builder.access(Access.OF_THE_EMULATOR).ledgerKey(CosmosEndpointOptions.EMULATOR_KEY);
      } else if (key != null) {
        builder.access(Access.withKey(key)).ledgerKey(key);
      }
      if (tls != null) {
        LocalCertificate certificate = LocalCertificate.create();
        certificate.writeTo(tls);
        builder.tls(certificate);
      }
      return port == 0 ? builder.start() : withPorts(builder).start();
    } catch (PortTakenException | DataDirectoryException | UncheckedIOException e) {
      throw new CommandFailure(ExitCode.FAILURE, String.valueOf(e.getMessage()), e);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
    }
  }

  private LocalStackBuilder withPorts(LocalStackBuilder builder) {
    int next = port;
    for (String region : regions) {
      builder.regionPort(region, next++);
    }
    return builder.ledgerPort(next).controlPort(next + 1);
  }

  private void announce(LocalStack stack) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(stack.toJson());
    } else {
      out.print(Endpoints.parse(stack.toJson()).toYaml());
      if (queue != null) {
        out.println("  queue: '%s'".formatted(queue));
      }
      PrintWriter err = spec.commandLine().getErr();
      err.println("Ready; faults are ordered at %s, Ctrl-C ends it.".formatted(stack.controlUrl()));
      err.flush();
    }
    out.flush();
  }
}
