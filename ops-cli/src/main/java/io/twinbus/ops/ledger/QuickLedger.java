package io.twinbus.ops.ledger;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.audit.AuditEntry;
import io.twinbus.ledger.audit.AuditFilter;
import io.twinbus.ledger.audit.AuditPage;
import io.twinbus.ledger.audit.AuditStore;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.PlainReads;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.CountsOutcome;
import io.twinbus.ledger.store.DirectiveStore;
import io.twinbus.ledger.store.ExplicitStreamsOutcome;
import io.twinbus.ledger.store.InstanceStores;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.LedgerQueries;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.PageOutcome;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionFilter;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.VitalsOutcome;
import io.twinbus.ledger.store.VitalsStore;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.ids.RecordedIds;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A ledger that is read by plain requests first, and opened through the SDK only when those have no
 * answer or something else is wanted: a command that shows one record starts in half the time.
 *
 * <p>Ids that a person typed are looked for in the form in which the ledger keeps them.
 * Thread-safe: one call at a time.
 */
final class QuickLedger {

  private final PlainReads plain;
  private final Supplier<CosmosLedger> opening;
  private final Consumer<CosmosLedger> beforeWriting;
  private final RecordedIds ids;
  private @Nullable CosmosLedger opened;
  private boolean mayWrite;

  /**
   * A ledger that is opened by {@code opening} when it must be.
   *
   * @param beforeWriting throws when nothing may be written; asked once
   * @param ids the form in which the ledger keeps ids
   */
  QuickLedger(
      PlainReads plain,
      Supplier<CosmosLedger> opening,
      Consumer<CosmosLedger> beforeWriting,
      RecordedIds ids) {
    this.plain = plain;
    this.opening = opening;
    this.beforeWriting = beforeWriting;
    this.ids = ids;
  }

  OpenLedger asLedger() {
    return new OpenLedger(
        new Sessions(),
        new Messages(),
        new InstanceStores(new Leases(), new Vitals(), new Directives()),
        new Queries(),
        new Audit(),
        ids,
        (session, mark) -> writable().erasure().erase(ids.named(session), mark),
        plain::readDeployment,
        this::cost,
        this::close);
  }

  private synchronized CosmosLedger full() {
    CosmosLedger known = opened;
    if (known == null) {
      known = opening.get();
      opened = known;
    }
    return known;
  }

  private synchronized CosmosLedger writable() {
    CosmosLedger ledger = full();
    if (!mayWrite) {
      beforeWriting.accept(ledger);
      mayWrite = true;
    }
    return ledger;
  }

  private synchronized double cost() {
    return plain.requestUnits() + (opened == null ? 0 : opened.requestUnits());
  }

  private synchronized void close() {
    if (opened != null) {
      opened.close();
    }
  }

  private synchronized Optional<ReadOutcome.Found<SessionRecord>> quickly(SessionId session) {
    return opened == null ? plain.read(session) : Optional.empty();
  }

  private synchronized Optional<BeatsOutcome.Found> beatsQuickly() {
    return opened == null ? plain.readBeats() : Optional.empty();
  }

  private synchronized Optional<ReadOutcome<Directive>> quickDirective() {
    return opened == null ? plain.readDirective() : Optional.empty();
  }

  private synchronized Optional<VitalsOutcome> vitalsQuickly() {
    return opened == null ? plain.readVitals() : Optional.empty();
  }

  private final class Sessions implements SessionStore {

    @Override
    public CompletionStage<ReadOutcome<SessionRecord>> read(SessionId typed) {
      SessionId session = ids.named(typed);
      Optional<ReadOutcome.Found<SessionRecord>> found = quickly(session);
      return found.isPresent()
          ? CompletableFuture.completedFuture(found.get())
          : full().sessions().read(session);
    }

    @Override
    public CompletionStage<WriteOutcome> create(SessionRecord record) {
      return writable().sessions().create(record);
    }

    @Override
    public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
      return writable().sessions().replace(record, version);
    }
  }

  private final class Messages implements MessageStore {

    @Override
    public CompletionStage<ReadOutcome<MessageRecord>> read(SessionId session, MessageKey key) {
      return full().messages().read(ids.named(session), key);
    }

    @Override
    public CompletionStage<WriteOutcome> create(MessageRecord record) {
      return writable().messages().create(record);
    }

    @Override
    public CompletionStage<WriteOutcome> replace(MessageRecord record, Version version) {
      return writable().messages().replace(record, version);
    }
  }

  private final class Leases implements LeaseStore {

    @Override
    public CompletionStage<BeatsOutcome> readAll() {
      Optional<BeatsOutcome.Found> found = beatsQuickly();
      return found.isPresent()
          ? CompletableFuture.completedFuture(found.get())
          : full().instances().leases().readAll();
    }

    @Override
    public CompletionStage<BeatsOutcome> readSome(Set<InstanceId> instances) {
      return full().instances().leases().readSome(instances);
    }

    @Override
    public CompletionStage<ReadOutcome<InstanceLease>> read(InstanceId instance) {
      return full().instances().leases().read(instance);
    }

    @Override
    public CompletionStage<WriteOutcome> create(InstanceLease lease) {
      return writable().instances().leases().create(lease);
    }

    @Override
    public CompletionStage<WriteOutcome> replace(InstanceLease lease, Version version) {
      return writable().instances().leases().replace(lease, version);
    }
  }

  private final class Vitals implements VitalsStore {

    @Override
    public CompletionStage<VitalsOutcome> readAll() {
      Optional<VitalsOutcome> found = vitalsQuickly();
      return found.isPresent()
          ? CompletableFuture.completedFuture(found.get())
          : full().instances().vitals().readAll();
    }

    @Override
    public CompletionStage<WriteOutcome> put(InstanceVitals vitals) {
      return writable().instances().vitals().put(vitals);
    }
  }

  private final class Directives implements DirectiveStore {

    @Override
    public CompletionStage<ReadOutcome<Directive>> read() {
      return quickDirective()
          .<CompletionStage<ReadOutcome<Directive>>>map(CompletableFuture::completedFuture)
          .orElseGet(() -> full().instances().directives().read());
    }

    @Override
    public CompletionStage<WriteOutcome> create(Directive directive) {
      return writable().instances().directives().create(directive);
    }

    @Override
    public CompletionStage<WriteOutcome> replace(Directive directive, Version version) {
      return writable().instances().directives().replace(directive, version);
    }
  }

  /** Who may only look may write here, whatever generation the ledger is of. */
  private final class Audit implements AuditStore {

    @Override
    public CompletionStage<WriteOutcome> create(AuditEntry entry) {
      return full().audit().create(AuditForm.of(entry, ids));
    }

    @Override
    public CompletionStage<AuditPage> list(
        AuditFilter filter, int pageSize, Optional<String> continuation) {
      return full().audit().list(AuditForm.of(filter, ids), pageSize, continuation);
    }
  }

  private final class Queries implements LedgerQueries {

    @Override
    public CompletionStage<PageOutcome> list(
        SessionFilter filter, int pageSize, Optional<String> continuation) {
      if (ids.areHashed() && filter.prefix().isPresent()) {
        throw new CommandFailure(
            ExitCode.USAGE,
            "The ledger keeps ids as hashes, so no session is found by a part of its id: leave"
                + " --prefix out, or give a whole id.");
      }
      return full().queries().list(named(filter), pageSize, continuation);
    }

    private SessionFilter named(SessionFilter filter) {
      return filter
          .after()
          .filter(id -> !id.isEmpty())
          .map(id -> filter.inOrderAfter(ids.named(new SessionId(id)).value()))
          .orElse(filter);
    }

    @Override
    public CompletionStage<CountsOutcome> counts() {
      return full().queries().counts();
    }

    @Override
    public CompletionStage<ExplicitStreamsOutcome> explicitStreams() {
      return full().queries().explicitStreams();
    }
  }
}
