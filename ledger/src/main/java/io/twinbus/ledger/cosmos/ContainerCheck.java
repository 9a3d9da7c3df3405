package io.twinbus.ledger.cosmos;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.ExcludedPath;
import com.azure.cosmos.models.IncludedPath;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.LedgerStartException.Reason;
import io.twinbus.ledger.cosmos.document.DocumentNames;
import io.twinbus.ledger.cosmos.document.Retention;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Finds the ledger's containers, or creates them, and checks that they are shaped like a ledger's.
 */
final class ContainerCheck {

  private static final Logger LOG = LoggerFactory.getLogger(CosmosLedger.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final String PARTITION_PATH = "/" + DocumentNames.PARTITION;

  /** What the queries ask for; everything else is written more cheaply without an index. */
  private static final List<String> INDEXED =
      List.of(
          "/kind/?",
          "/queue/?",
          "/status/?",
          "/session/?",
          "/updatedAt/?",
          "/gaps/?",
          "/explicits/?",
          "/owner/region/?",
          "/owner/instance/?");

  /** What an auditor's question names. */
  private static final List<String> AUDIT_INDEXED =
      List.of(
          "/at/?",
          "/act/?",
          "/by/name/?",
          "/by/oid/?",
          "/by/actsFor/?",
          "/session/?",
          "/message/?");

  private static final int CONFLICT = 409;

  private final CosmosAsyncClient client;
  private final LedgerSettings settings;

  ContainerCheck(CosmosAsyncClient client, LedgerSettings settings) {
    this.client = client;
    this.settings = settings;
  }

  /** Checks the container of the session records. */
  void checkSessions(boolean createIfMissing) {
    check(settings.place().sessions(), INDEXED, createIfMissing);
  }

  /** Checks the container of the leases; its queries read one partition, and need no index. */
  void checkLeases(boolean createIfMissing) {
    check(settings.place().leases(), List.of(), createIfMissing);
  }

  /** Checks the container of operators' acts. */
  void checkAudit(boolean createIfMissing) {
    check(settings.place().audit(), AUDIT_INDEXED, createIfMissing);
  }

  /**
   * @throws LedgerStartException when there is no such container, or it cannot be a ledger
   */
  private void check(String container, List<String> indexed, boolean createIfMissing) {
    try {
      if (createIfMissing) {
        createUnlessThere(client.createDatabaseIfNotExists(settings.place().database()));
        createUnlessThere(database().createContainerIfNotExists(shape(container, indexed)));
      }
      checkShape(container, await(database().getContainer(container).read()).getProperties());
    } catch (CosmosException e) {
      throw refusal(container, e);
    } catch (IllegalStateException e) {
      throw new LedgerStartException(
          Reason.UNREACHABLE,
          "The ledger at %s has not described its container for %d s: try again."
              .formatted(settings.endpoint(), TIMEOUT.toSeconds()),
          e);
    }
  }

  /** The SDK looks, then creates; another process that starts may have created it in between. */
  private static void createUnlessThere(Mono<?> creation) {
    try {
      await(creation);
    } catch (CosmosException e) {
      if (e.getStatusCode() != CONFLICT) {
        throw e;
      }
    }
  }

  private CosmosAsyncDatabase database() {
    return client.getDatabase(settings.place().database());
  }

  private static CosmosContainerProperties shape(String container, List<String> indexed) {
    IndexingPolicy indexing =
        new IndexingPolicy()
            .setIncludedPaths(indexed.stream().map(IncludedPath::new).toList())
            .setExcludedPaths(List.of(new ExcludedPath("/*")));
    PartitionKeyDefinition key = new PartitionKeyDefinition();
    key.setPaths(List.of(PARTITION_PATH));
    key.setVersion(PartitionKeyDefinitionVersion.V2);
    return new CosmosContainerProperties(container, key)
        .setDefaultTimeToLiveInSeconds(Retention.FOREVER)
        .setIndexingPolicy(indexing);
  }

  private static void checkShape(String container, CosmosContainerProperties found) {
    PartitionKeyDefinition key = found.getPartitionKeyDefinition();
    if (!key.getPaths().equals(List.of(PARTITION_PATH))) {
      throw new LedgerStartException(
          Reason.WRONG_CONTAINER,
          "The container %s is partitioned by %s and a ledger by %s: name another container."
              .formatted(container, key.getPaths(), PARTITION_PATH));
    }
    if (key.getVersion() != PartitionKeyDefinitionVersion.V2) {
      throw new LedgerStartException(
          Reason.WRONG_CONTAINER,
          "The container %s has partition keys of version 1, which tell keys apart by their first 101 bytes alone: create it anew with version 2, or name another container."
              .formatted(container));
    }
    if (found.getDefaultTimeToLiveInSeconds() == null) {
      LOG.warn(
          "The container {} has time to live switched off, so that records stay for ever: switch it"
              + " on, without a default.",
          container);
    } else if (found.getDefaultTimeToLiveInSeconds() != Retention.FOREVER) {
      LOG.warn(
          "The container {} has a default time to live of {} s: set it to none, each record says"
              + " its own.",
          container,
          found.getDefaultTimeToLiveInSeconds());
    }
  }

  private LedgerStartException refusal(String container, CosmosException e) {
    return switch (e.getStatusCode()) {
      case 404 -> new LedgerStartException(Reason.MISSING, missing(container), e);
      case 401, 403 ->
          new LedgerStartException(
              Reason.UNAUTHORIZED,
              "The ledger at %s does not let this identity read its container (HTTP %d): give it a"
                      .formatted(settings.endpoint(), e.getStatusCode())
                  + " Cosmos DB data role.",
              e);
      default ->
          new LedgerStartException(
              Reason.UNREACHABLE,
              "The ledger at %s does not answer for its container (HTTP %d/%d): try again."
                  .formatted(settings.endpoint(), e.getStatusCode(), e.getSubStatusCode()),
              e);
    };
  }

  private String missing(String container) {
    return "The ledger at %s has no container '%s' in a database '%s': create it, with partition key %s of version 2 and time to live on."
        .formatted(settings.endpoint(), container, settings.place().database(), PARTITION_PATH);
  }

  private static <T> T await(Mono<T> call) {
    return call.blockOptional(TIMEOUT).orElseThrow();
  }
}
