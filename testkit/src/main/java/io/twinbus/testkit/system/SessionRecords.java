package io.twinbus.testkit.system;

import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.time.Clocks;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads session records of the local ledger, which is opened at the first look. Thread-safe. */
final class SessionRecords implements AutoCloseable {

  private final LedgerSettings settings;
  private final Duration bound;
  private @Nullable CosmosLedger opened;

  SessionRecords(FlatSettings local, Duration bound) {
    this.settings = LedgerSettings.from(local);
    this.bound = bound;
  }

  /**
   * The record of {@code session}; empty when there is none.
   *
   * @throws IllegalStateException when the ledger does not say
   */
  Optional<SessionRecord> find(String session) {
    ReadOutcome<SessionRecord> outcome =
        ledger()
            .sessions()
            .read(settings.ids().of(new SessionId(session)))
            .toCompletableFuture()
            .orTimeout(bound.toSeconds(), TimeUnit.SECONDS)
            .join();
    if (outcome instanceof ReadOutcome.Unknown<SessionRecord> unknown) {
      throw new IllegalStateException("The ledger does not answer: " + unknown.why());
    }
    return outcome instanceof ReadOutcome.Found<SessionRecord> found
        ? Optional.of(found.record())
        : Optional.empty();
  }

  private synchronized CosmosLedger ledger() {
    CosmosLedger known = opened;
    if (known == null) {
      known =
          CosmosLedger.open(settings, CosmosOptions.ofDefaults().withProbe(false), Clocks.system());
      opened = known;
    }
    return known;
  }

  @Override
  public synchronized void close() {
    if (opened != null) {
      opened.close();
    }
  }
}
