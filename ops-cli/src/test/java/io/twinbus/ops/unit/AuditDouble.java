package io.twinbus.ops.unit;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.audit.AuditAuthor;
import io.twinbus.ledger.audit.AuditEntry;
import io.twinbus.ledger.audit.AuditFilter;
import io.twinbus.ledger.audit.AuditPage;
import io.twinbus.ledger.audit.AuditStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.ops.acts.AuditTrail;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.ledger.OpenLedger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;

/** An audit container in memory, which can refuse. */
public final class AuditDouble implements AuditStore {

  public final List<AuditEntry> entries = new ArrayList<>();
  public boolean isRefusing;
  public int refusals;
  public int repliesToLose;

  /** From so many entries on, no answer comes within the bound. */
  public int silentFrom = Integer.MAX_VALUE;

  /** The trail of an operator called tom on the queue orders. */
  public static AuditTrail trail(OpenLedger ledger, CliContext context) {
    return new AuditTrail(
        ledger, context, AuditAuthor.selfDeclared("tom"), EntityKey.ofQueue("orders"));
  }

  @Override
  public CompletionStage<WriteOutcome> create(AuditEntry entry) {
    if (entries.size() >= silentFrom) {
      return CompletableFuture.failedStage(new TimeoutException("no answer"));
    }
    if (isRefusing || refusals > 0) {
      refusals--;
      return answer(new WriteOutcome.Unknown("CREATE was answered 403/5300"));
    }
    if (entries.contains(entry)) {
      return answer(new WriteOutcome.Conflict());
    }
    entries.add(entry);
    if (repliesToLose > 0) {
      repliesToLose--;
      return answer(new WriteOutcome.Unknown("the wire was cut"));
    }
    return answer(new WriteOutcome.Written(new Version("1")));
  }

  @Override
  public CompletionStage<AuditPage> list(
      AuditFilter filter, int pageSize, Optional<String> continuation) {
    return CompletableFuture.completedStage(new AuditPage.Found(entries, 0, Optional.empty()));
  }

  private static CompletionStage<WriteOutcome> answer(WriteOutcome outcome) {
    return CompletableFuture.completedStage(outcome);
  }
}
