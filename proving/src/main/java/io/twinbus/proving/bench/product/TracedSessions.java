package io.twinbus.proving.bench.product;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.VersionsOutcome;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import io.twinbus.proving.bench.trace.Trace;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** Session records, whose requests are noted. Thread-safe as the store behind them is. */
record TracedSessions(SessionStore store, Trace trace) implements SessionStore {

  private static final String WHO = "ledger";

  @Override
  public CompletionStage<ReadOutcome<SessionRecord>> read(SessionId session) {
    return trace.until(WHO, "read: session " + session.value(), () -> store.read(session));
  }

  @Override
  public CompletionStage<WriteOutcome> create(SessionRecord record) {
    return trace.until(
        WHO,
        "create, %s: session %s".formatted(status(record), name(record)),
        () -> store.create(record));
  }

  @Override
  public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
    return trace.until(
        WHO,
        "replace, %s: session %s".formatted(status(record), name(record)),
        () -> store.replace(record, version));
  }

  @Override
  public CompletionStage<VersionsOutcome> versions(Set<SessionId> sessions) {
    return trace.until(WHO, "versions of " + sessions.size(), () -> store.versions(sessions));
  }

  private static String name(SessionRecord record) {
    return record.session().value();
  }

  private static String status(SessionRecord record) {
    return record.status().name().toLowerCase(Locale.ROOT);
  }
}
