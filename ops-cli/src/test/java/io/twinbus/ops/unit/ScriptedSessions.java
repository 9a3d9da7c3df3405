package io.twinbus.ops.unit;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

/**
 * One session's record with conditional writes, whose answers can get lost, and which another
 * writer changes at the moment of the first write. No instance has a lease.
 */
final class ScriptedSessions implements SessionStore {

  private final List<WriteId> issued = new ArrayList<>();
  private SessionRecord record;
  private int version = 1;
  private int toLose;
  private boolean landsUnheard;
  private Optional<UnaryOperator<SessionRecord>> other = Optional.empty();

  ScriptedSessions(SessionRecord record) {
    this.record = record;
  }

  /** The next {@code writes} are lost on the way. */
  ScriptedSessions lose(int writes) {
    toLose = writes;
    return this;
  }

  /** The first write lands, and its answer is lost. */
  ScriptedSessions landUnheard() {
    landsUnheard = true;
    return this;
  }

  /** Another writer is faster than the first write, or the next after one that landed unheard. */
  ScriptedSessions meanwhile(UnaryOperator<SessionRecord> write) {
    other = Optional.of(write);
    return this;
  }

  SessionRecord record() {
    return record;
  }

  /** The write ids, one for each time that a write was issued. */
  List<WriteId> issued() {
    return List.copyOf(issued);
  }

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
    return answer(new ReadOutcome.Found<>(record, new Version("" + version)));
  }

  @Override
  public CompletionStage<WriteOutcome> create(SessionRecord wanted) {
    throw new AssertionError("The record is there already.");
  }

  @Override
  public CompletionStage<WriteOutcome> replace(SessionRecord wanted, Version over) {
    issued.add(wanted.stamp().writeId());
    if (toLose > 0) {
      toLose--;
      return answer(new WriteOutcome.Unknown("the wire was cut"));
    }
    if (landsUnheard) {
      landsUnheard = false;
      put(wanted);
      return answer(new WriteOutcome.Unknown("no answer"));
    }
    other.ifPresent(
        write -> put(write.apply(record).withStamp(WriteMark.of(new WriteId("other"), at()))));
    other = Optional.empty();
    if (!over.etag().equals("" + version)) {
      return answer(new WriteOutcome.Conflict());
    }
    put(wanted);
    return answer(new WriteOutcome.Written(new Version("" + version)));
  }

  private Instant at() {
    return record.stamp().at();
  }

  private void put(SessionRecord next) {
    record = next;
    version++;
  }

  private static <T> CompletionStage<T> answer(T outcome) {
    return CompletableFuture.completedFuture(outcome);
  }
}
