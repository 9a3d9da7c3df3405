package io.twinbus.local.cli;

import io.twinbus.local.DataLocation;
import io.twinbus.local.LocalStack;
import io.twinbus.local.LocalStackBuilder;
import io.twinbus.local.cosmos.AccountOptions;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.local.cosmos.gateway.Consistency;
import io.twinbus.local.network.LocalCertificate;
import io.twinbus.local.servicebus.Access;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.config.EntityFile;
import io.twinbus.local.storage.DataDirectory.Durability;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of a local stack, but for its ports: a mixin of the commands that start one. */
public final class StackOptions {

  private static final String DEFAULT_QUEUE = "orders";

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--regions",
      paramLabel = "NAME",
      split = ",",
      description =
          "The regions, each with a Service Bus namespace of its own (default: ${DEFAULT-VALUE}).")
  private List<String> regions;

  @Option(
      names = "--queue",
      paramLabel = "NAME",
      description = "The session queue in every region (default: " + DEFAULT_QUEUE + ").")
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
          "The default consistency of the Cosmos DB account, which is the ledger of Twinbus:"
              + " ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}). Receivers of Twinbus refuse"
              + " any but strong.")
  private Consistency consistency = Consistency.STRONG;

  @Option(
      names = "--ledger-regions",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "local",
      description =
          "The regions of the Cosmos DB account, the first one is written (default:"
              + " ${DEFAULT-VALUE}). Three and more survive the loss of one.")
  private List<String> ledgerRegions = List.of();

  @Option(
      names = "--ledger-fail-over-after",
      paramLabel = "SECONDS",
      description =
          "After so long without its write region the Cosmos DB account writes the next of its"
              + " regions, 1 to 3600 (default: it waits to be told).")
  private @Nullable Integer ledgerFailOverAfter;

  @Option(
      names = "--ledger-partition-fail-over-after",
      paramLabel = "SECONDS",
      description =
          "After so long without its write region a container of a strongly consistent Cosmos DB"
              + " account is written in the next region that serves it, 1 to 3600 (default: it waits"
              + " to be told).")
  private @Nullable Integer ledgerPartitionFailOverAfter;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description =
          "Keep queues and documents in this directory. What was acknowledged is there again after"
              + " a restart, also after kill -9 (default: memory only).")
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
          "The key of every region, under the name local, and of the Cosmos DB account; clients"
              + " with another one are refused (default: any key for the regions).")
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

  @Option(
      names = "--tls-name",
      paramLabel = "NAME",
      split = ",",
      description =
          "With --tls, host names and addresses for which the certificate is made, beside those of"
              + " loopback.")
  private List<String> tlsNames = List.of();

  /** Options that mean these regions unless others are given. */
  public StackOptions(String... regions) {
    this.regions = List.of(regions);
  }

  /** The regions, in order. */
  public List<String> regions() {
    return regions;
  }

  /** The queue that every region has; null where a file names the entities. */
  public @Nullable String queue() {
    return queue == null && configFile == null ? DEFAULT_QUEUE : queue;
  }

  private AccountOptions account() {
    AccountOptions account =
        AccountOptions.defaults()
            .withRegions(ledgerRegions.toArray(String[]::new))
            .withConsistency(consistency);
    if (ledgerFailOverAfter != null) {
      account = account.withServiceManagedFailOver(Duration.ofSeconds(ledgerFailOverAfter));
    }
    return ledgerPartitionFailOverAfter == null
        ? account
        : account.withPartitionFailOver(Duration.ofSeconds(ledgerPartitionFailOverAfter));
  }

  /**
   * Settings to start with, as the options say; {@code --tls} has written its files.
   *
   * @param ledgerKey of the Cosmos DB account where no option gives one; null: a new one
   * @throws ParameterException if the options contradict each other, in one sentence
   * @throws java.io.UncheckedIOException if the certificate cannot be written
   */
  public LocalStackBuilder toBuilder(@Nullable String ledgerKey) {
    check();
    try {
      LocalStackBuilder builder =
          LocalStack.builder()
              .regions(regions.toArray(String[]::new))
              .queues(QueueSettings.sessionQueue(queue == null ? DEFAULT_QUEUE : queue))
              .ledgerAccount(account());
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
      } else if (ledgerKey != null) {
        builder.ledgerKey(ledgerKey);
      }
      if (tls != null) {
        LocalCertificate certificate = LocalCertificate.create(tlsNames.toArray(String[]::new));
        certificate.writeTo(tls);
        builder.tls(certificate);
      }
      return builder;
    } catch (IllegalArgumentException e) {
      throw mistake(String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * Starts the stack that {@code builder} describes.
   *
   * @throws ParameterException if the options contradict each other, in one sentence
   * @throws io.twinbus.local.network.PortTakenException if a port is taken
   * @throws io.twinbus.local.storage.DataDirectoryException if the data directory cannot be used
   */
  public LocalStack start(LocalStackBuilder builder) {
    try {
      return builder.start();
    } catch (IllegalArgumentException e) {
      throw mistake(String.valueOf(e.getMessage()), e);
    }
  }

  private void check() {
    if (queue != null && configFile != null) {
      throw mistake("Give --queue or --config-file, not both: the file names the queues.", null);
    }
    if (key != null && wellKnownKeys) {
      throw mistake("Give --key or --well-known-keys, not both.", null);
    }
    if (dataSync && dataDir == null) {
      throw mistake("--data-sync needs --data-dir.", null);
    }
    if (!tlsNames.isEmpty() && tls == null) {
      throw mistake("--tls-name needs --tls.", null);
    }
    if (new TreeSet<>(regions).size() != regions.size()) {
      throw mistake("--regions names a region twice.", null);
    }
  }

  private ParameterException mistake(String sentence, @Nullable Throwable cause) {
    if (spec == null) {
      throw new IllegalStateException("These options belong to no command: " + sentence, cause);
    }
    return new ParameterException(spec.commandLine(), sentence, cause);
  }
}
