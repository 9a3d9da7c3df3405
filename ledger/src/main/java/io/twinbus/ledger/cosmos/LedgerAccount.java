package io.twinbus.ledger.cosmos;

import com.azure.core.credential.TokenCredential;
import com.azure.cosmos.CosmosAsyncClient;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.identity.LedgerIdentity;
import io.twinbus.protocol.time.Clocks;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The account of a ledger, for tools that try the account out and keep no records in the ledger.
 *
 * <p>Thread-safe.
 */
public final class LedgerAccount {

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
}
