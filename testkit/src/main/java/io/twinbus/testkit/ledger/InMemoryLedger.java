package io.twinbus.testkit.ledger;

import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.DirectiveStore;
import io.twinbus.ledger.store.ExplicitStreamsOutcome;
import io.twinbus.ledger.store.InstanceStores;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.LedgerQueries;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.VitalsOutcome;
import io.twinbus.ledger.store.VitalsStore;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;

/**
 * A ledger in memory, with the outcomes of the real one and none of its failures; {@link
 * io.twinbus.testkit.ledger.faults} adds those.
 *
 * <p>Deterministic: every stage is complete when it is handed out, versions count up, and lists are
 * in the order of their ids. Nothing expires; a test that wants a record purged says {@link
 * #purge}. Thread-safe.
 */
public final class InMemoryLedger {

  private static final String DIRECTIVE = "directive";

  private final VersionedDocuments<String, Directive> directive = new VersionedDocuments<>();
  private final VersionedDocuments<String, SessionRecord> records = new VersionedDocuments<>();
  private final VersionedDocuments<String, MessageRecord> notes = new VersionedDocuments<>();
  private final VersionedDocuments<String, InstanceLease> beats = new VersionedDocuments<>();

  private final ConcurrentMap<String, InstanceVitals> told = new ConcurrentSkipListMap<>();

  /** What operators want of the regions. */
  public DirectiveStore directives() {
    return new Directives();
  }

  /** The session records. */
  public SessionStore sessions() {
    return new Sessions();
  }

  /** The message records. */
  public MessageStore messages() {
    return new Messages();
  }

  /** The instance leases. */
  public LeaseStore leases() {
    return new Leases();
  }

  /** What instances tell about themselves. */
  public VitalsStore vitals() {
    return new Vitals();
  }

  /** Leases, vitals and the directive. */
  public InstanceStores instances() {
    return new InstanceStores(leases(), vitals(), directives());
  }

  /** An operator's questions. */
  public LedgerQueries queries() {
    return new InMemoryQueries(this::snapshot, this::explicitStreams);
  }

  /** Documents have no size in memory: each counts as many bytes as its text has characters. */
  private ExplicitStreamsOutcome.Counted explicitStreams() {
    List<Object> documents = new ArrayList<>();
    snapshot().stream()
        .filter(record -> record.progress().cursors().values().stream().anyMatch(Cursor::explicit))
        .forEach(documents::add);
    notes.all().stream()
        .map(VersionedDocuments.Stored::document)
        .filter(
            note -> note.content() instanceof MessageContent.Cold cold && cold.cursor().explicit())
        .forEach(documents::add);
    return new ExplicitStreamsOutcome.Counted(
        documents.size(), documents.stream().mapToLong(each -> each.toString().length()).sum());
  }

  /** All session records, by wire id. */
  public List<SessionRecord> snapshot() {
    return records.all().stream().map(VersionedDocuments.Stored::document).toList();
  }

  /** Drops the record of {@code session}, as retention would; whether there was one. */
  public boolean purge(SessionId session) {
    return records.remove(session.wire());
  }

  private final class Sessions implements SessionStore {

    @Override
    public CompletionStage<ReadOutcome<SessionRecord>> read(SessionId session) {
      return CompletableFuture.completedStage(
          records
              .find(session.wire())
              .<ReadOutcome<SessionRecord>>map(
                  stored -> new ReadOutcome.Found<>(stored.document(), stored.version()))
              .orElseGet(ReadOutcome.Absent::new));
    }

    @Override
    public CompletionStage<WriteOutcome> create(SessionRecord record) {
      return CompletableFuture.completedStage(records.create(record.session().wire(), record));
    }

    @Override
    public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
      return CompletableFuture.completedStage(
          records.replace(record.session().wire(), record, version));
    }
  }

  private final class Messages implements MessageStore {

    @Override
    public CompletionStage<ReadOutcome<MessageRecord>> read(SessionId session, MessageKey key) {
      return CompletableFuture.completedStage(
          notes
              .find(name(session, key))
              .<ReadOutcome<MessageRecord>>map(
                  stored -> new ReadOutcome.Found<>(stored.document(), stored.version()))
              .orElseGet(ReadOutcome.Absent::new));
    }

    @Override
    public CompletionStage<WriteOutcome> create(MessageRecord record) {
      return CompletableFuture.completedStage(
          notes.create(name(record.session(), record.key()), record));
    }

    @Override
    public CompletionStage<WriteOutcome> replace(MessageRecord record, Version version) {
      return CompletableFuture.completedStage(
          notes.replace(name(record.session(), record.key()), record, version));
    }

    private String name(SessionId session, MessageKey key) {
      return key.value() + " " + session.wire();
    }
  }

  private final class Leases implements LeaseStore {

    @Override
    public CompletionStage<BeatsOutcome> readAll() {
      return CompletableFuture.completedStage(found(beats.all().stream()));
    }

    @Override
    public CompletionStage<BeatsOutcome> readSome(Set<InstanceId> instances) {
      return CompletableFuture.completedStage(
          found(
              beats.all().stream()
                  .filter(stored -> instances.contains(stored.document().instance()))));
    }

    private static BeatsOutcome found(Stream<VersionedDocuments.Stored<InstanceLease>> leases) {
      return new BeatsOutcome.Found(
          leases.map(stored -> BeatsOutcome.Beat.of(stored.document())).toList());
    }

    @Override
    public CompletionStage<ReadOutcome<InstanceLease>> read(InstanceId instance) {
      return CompletableFuture.completedStage(
          beats
              .find(instance.value())
              .<ReadOutcome<InstanceLease>>map(
                  stored -> new ReadOutcome.Found<>(stored.document(), stored.version()))
              .orElseGet(ReadOutcome.Absent::new));
    }

    @Override
    public CompletionStage<WriteOutcome> create(InstanceLease lease) {
      return CompletableFuture.completedStage(beats.create(lease.instance().value(), lease));
    }

    @Override
    public CompletionStage<WriteOutcome> replace(InstanceLease lease, Version version) {
      return CompletableFuture.completedStage(
          beats.replace(lease.instance().value(), lease, version));
    }
  }

  private final class Vitals implements VitalsStore {

    @Override
    public CompletionStage<VitalsOutcome> readAll() {
      return CompletableFuture.completedStage(new VitalsOutcome.Found(List.copyOf(told.values())));
    }

    @Override
    public CompletionStage<WriteOutcome> put(InstanceVitals vitals) {
      told.put(vitals.instance().value(), vitals);
      return CompletableFuture.completedStage(
          new WriteOutcome.Written(new Version(vitals.stamp().writeId().value())));
    }
  }

  private final class Directives implements DirectiveStore {

    @Override
    public CompletionStage<ReadOutcome<Directive>> read() {
      return CompletableFuture.completedStage(
          directive
              .find(DIRECTIVE)
              .<ReadOutcome<Directive>>map(
                  stored -> new ReadOutcome.Found<>(stored.document(), stored.version()))
              .orElseGet(ReadOutcome.Absent::new));
    }

    @Override
    public CompletionStage<WriteOutcome> create(Directive wanted) {
      return CompletableFuture.completedStage(directive.create(DIRECTIVE, wanted));
    }

    @Override
    public CompletionStage<WriteOutcome> replace(Directive wanted, Version version) {
      return CompletableFuture.completedStage(directive.replace(DIRECTIVE, wanted, version));
    }
  }
}
