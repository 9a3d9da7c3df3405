package io.twinbus.receiver.runtime;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Knows no session, or one that is claimed; counts the reads, and keeps what is written. */
final class HeldRecords implements SessionStore {

  final List<SessionRecord> written = new ArrayList<>();
  int reads;
  private @Nullable SessionRecord record;

  /** There is a record from now on, and {@code claim} holds it. */
  void hold(ClaimId claim) {
    Owner owner = new Owner(new RegionName("east"), new InstanceId("i"), claim);
    record =
        SessionRecord.first(
            new SessionId("s"),
            new Custody(SessionStatus.WORKING, owner, 1, null),
            WriteMark.of(new WriteId("w"), Instant.EPOCH));
  }

  @Override
  public CompletionStage<ReadOutcome<SessionRecord>> read(SessionId session) {
    reads++;
    SessionRecord found = record;
    return CompletableFuture.completedFuture(
        found == null
            ? new ReadOutcome.Absent<>()
            : new ReadOutcome.Found<>(found, new Version("1")));
  }

  @Override
  public CompletionStage<WriteOutcome> create(SessionRecord next) {
    return CompletableFuture.failedFuture(new AssertionError("nothing is to be created"));
  }

  @Override
  public CompletionStage<WriteOutcome> replace(SessionRecord next, Version version) {
    written.add(next);
    return CompletableFuture.completedFuture(new WriteOutcome.Written(new Version("2")));
  }
}
