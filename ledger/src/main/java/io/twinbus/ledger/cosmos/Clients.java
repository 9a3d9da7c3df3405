package io.twinbus.ledger.cosmos;

import com.azure.core.credential.TokenCredential;
import com.azure.cosmos.CosmosAsyncClient;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.LedgerStartException.Reason;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The SDK's clients of a ledger. Thread-safe.
 *
 * @param sessions the client of the session records; a receiver's hands throttled writes back,
 *     because the receiver decides which of its writes wait
 * @param leases the client of the leases; the same one for tools, which only read
 */
record Clients(CosmosAsyncClient sessions, CosmosAsyncClient leases) implements AutoCloseable {

  static Clients connect(
      LedgerSettings settings, CosmosOptions options, @Nullable TokenCredential credential) {
    if (!options.probe()) {
      CosmosAsyncClient one =
          open(settings, () -> ClientFactory.open(settings, options, credential));
      return new Clients(one, one);
    }
    CosmosAsyncClient sessions =
        open(settings, () -> ClientFactory.openImpatient(settings, options, credential));
    try {
      return new Clients(
          sessions, open(settings, () -> ClientFactory.open(settings, options, credential)));
    } catch (RuntimeException e) {
      sessions.close();
      throw e;
    }
  }

  private static CosmosAsyncClient open(
      LedgerSettings settings, Supplier<CosmosAsyncClient> opening) {
    try {
      return opening.get();
    } catch (RuntimeException e) {
      throw new LedgerStartException(
          Reason.UNREACHABLE,
          "The ledger at %s answered once and then failed: try again, and look at the account's"
                  .formatted(settings.endpoint())
              + " health when it stays so.",
          e);
    }
  }

  @Override
  public void close() {
    sessions.close();
    leases.close();
  }
}
