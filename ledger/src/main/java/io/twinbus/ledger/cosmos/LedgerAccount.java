package io.twinbus.ledger.cosmos;

import com.azure.core.credential.TokenCredential;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosDiagnostics;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.identity.LedgerIdentity;
import io.twinbus.protocol.time.Clocks;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The account of a ledger, for tools that try the account out and keep no records in the ledger.
 *
 * <p>Thread-safe.
 */
public final class LedgerAccount {

  private static final int NOT_FOUND = 404;
  private static final String NOTHING = "no-such-record";
  private static final Duration READ_BOUND = Duration.ofSeconds(30);

  private final LedgerSettings settings;
  private final @Nullable TokenCredential credential;
  private final AccountFacts facts;

  private LedgerAccount(
      LedgerSettings settings, @Nullable TokenCredential credential, AccountFacts facts) {
    this.settings = settings;
    this.credential = credential;
    this.facts = facts;
  }

  /**
   * Asks the account what it is. Blocks for 5 s at most, with an identity for 35 s.
   *
   * @param identity is asked where {@code settings} have no key
   * @throws LedgerStartException when the account does not answer, or refuses key or identity
   */
  public static LedgerAccount connect(
      LedgerSettings settings, Clocks clocks, LedgerIdentity identity) {
    SdkProperties.prepare(settings);
    TokenCredential credential = identity.credential(settings);
    AccountFacts facts = new AccountReader(settings, credential, clocks).read();
    return new LedgerAccount(settings, credential, facts);
  }

  /** Its name. */
  public String name() {
    return facts.id();
  }

  /** Its default consistency, as Cosmos DB spells it. */
  public String defaultConsistency() {
    return facts.defaultConsistency();
  }

  /** Whether it says that every region may accept writes. */
  public boolean hasMultipleWrites() {
    return facts.multipleWrites();
  }

  /** The regions that accept writes. */
  public List<String> writeRegions() {
    return facts.writeRegions();
  }

  /** The regions that hold the data. */
  public List<String> regions() {
    return facts.regions();
  }

  /** A client as receivers have it, whose reads go to {@code region} while it answers. */
  public CosmosAsyncClient clientIn(String region, CosmosOptions options) {
    return ClientFactory.openIn(region, settings, options, credential);
  }

  /**
   * Which of {@link #regions} a client as receivers have it reads from. It reads a record that is
   * not there. Blocks for seconds, 30 at most.
   *
   * @throws LedgerStartException when the read is not answered
   */
  public Set<String> readingRegions(CosmosOptions options) {
    Set<String> contacted;
    try (CosmosAsyncClient client = ClientFactory.open(settings, options, credential)) {
      contacted = contacted(client);
    }
    return facts.regions().stream()
        .filter(region -> contacted.contains(region.toLowerCase(Locale.ROOT)))
        .collect(Collectors.toUnmodifiableSet());
  }

  private Set<String> contacted(CosmosAsyncClient client) {
    try {
      return names(
          Objects.requireNonNull(
                  client
                      .getDatabase(settings.place().database())
                      .getContainer(settings.place().sessions())
                      .readItem(NOTHING, new PartitionKey(NOTHING), JsonNode.class)
                      .block(READ_BOUND))
              .getDiagnostics());
    } catch (CosmosException e) {
      if (e.getStatusCode() == NOT_FOUND) {
        return names(e.getDiagnostics());
      }
      throw new LedgerStartException(
          LedgerStartException.Reason.UNREACHABLE,
          "The ledger at %s does not answer reads (%d/%d): see 'twinbus doctor'."
              .formatted(settings.endpoint(), e.getStatusCode(), e.getSubStatusCode()),
          e);
    }
  }

  private static Set<String> names(CosmosDiagnostics diagnostics) {
    return diagnostics.getContactedRegionNames().stream()
        .map(name -> name.toLowerCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }
}
