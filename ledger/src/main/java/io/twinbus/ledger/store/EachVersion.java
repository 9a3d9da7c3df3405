package io.twinbus.ledger.store;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.protocol.SessionId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The versions of several records by reading each of them. */
final class EachVersion {

  private EachVersion() {}

  static CompletionStage<VersionsOutcome> read(SessionStore store, Set<SessionId> sessions) {
    Map<SessionId, CompletableFuture<ReadOutcome<SessionRecord>>> reads = new LinkedHashMap<>();
    sessions.forEach(
        session -> reads.put(session, store.read(session).toCompletableFuture().copy()));
    return CompletableFuture.allOf(reads.values().toArray(CompletableFuture[]::new))
        .thenApply(
            all -> {
              Map<SessionId, Version> versions = new HashMap<>();
              for (Map.Entry<SessionId, CompletableFuture<ReadOutcome<SessionRecord>>> read :
                  reads.entrySet()) {
                ReadOutcome<SessionRecord> outcome = read.getValue().join();
                if (outcome instanceof ReadOutcome.Unknown<SessionRecord> unknown) {
                  return new VersionsOutcome.Unknown(unknown.why());
                }
                if (outcome instanceof ReadOutcome.Found<SessionRecord> found) {
                  versions.put(read.getKey(), found.version());
                }
              }
              return new VersionsOutcome.Known(versions);
            });
  }
}
