package io.twinbus.ops.unit;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.DirectiveStore;
import io.twinbus.ledger.store.InstanceStores;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.LedgerQueries;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.VitalsStore;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.protocol.SessionId;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The record of one session, as its script has it. No instance has a lease. */
record ScriptedSessions(ScriptedDocument<SessionRecord> script) implements SessionStore {

  OpenLedger ledger(AuditDouble audit) {
    return new OpenLedger(
        this,
        new MessagesDouble(List.of()),
        new InstanceStores(
            noLeases(), UnaskedPort.of(VitalsStore.class), UnaskedPort.of(DirectiveStore.class)),
        UnaskedPort.of(LedgerQueries.class),
        audit,
        Optional::empty,
        () -> 0,
        () -> {});
  }

  private static LeaseStore noLeases() {
    return (LeaseStore)
        Proxy.newProxyInstance(
            LeaseStore.class.getClassLoader(),
            new Class<?>[] {LeaseStore.class},
            (proxy, method, arguments) -> answer(new BeatsOutcome.Found(List.of())));
  }

  @Override
  public CompletionStage<ReadOutcome<SessionRecord>> read(SessionId session) {
    return answer(script.read());
  }

  @Override
  public CompletionStage<WriteOutcome> create(SessionRecord wanted) {
    throw new AssertionError("The record is there already.");
  }

  @Override
  public CompletionStage<WriteOutcome> replace(SessionRecord wanted, Version over) {
    return answer(script.replace(wanted, over));
  }

  private static <T> CompletionStage<T> answer(T outcome) {
    return CompletableFuture.completedFuture(outcome);
  }
}
