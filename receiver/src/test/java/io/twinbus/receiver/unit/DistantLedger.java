package io.twinbus.receiver.unit;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.VersionsOutcome;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A ledger that is reached, and answers, after half of {@code delay} each. */
record DistantLedger(SessionStore store, ScheduledExecutorService network, Duration delay)
    implements SessionStore {

  @Override
  public CompletionStage<ReadOutcome<SessionRecord>> read(SessionId session) {
    return travel(() -> store.read(session));
  }

  @Override
  public CompletionStage<VersionsOutcome> versions(Set<SessionId> wanted) {
    return travel(() -> store.versions(wanted));
  }

  @Override
  public CompletionStage<WriteOutcome> create(SessionRecord record) {
    return travel(() -> store.create(record));
  }

  @Override
  public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
    return travel(() -> store.replace(record, version));
  }

  private <T> CompletionStage<T> travel(Supplier<CompletionStage<T>> request) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    after(() -> request.get().thenAccept(found -> after(() -> answer.complete(found))));
    return answer;
  }

  private void after(Runnable step) {
    var unused = network.schedule(step, delay.toNanos() / 2, TimeUnit.NANOSECONDS);
  }
}
