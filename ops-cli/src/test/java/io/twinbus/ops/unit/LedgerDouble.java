package io.twinbus.ops.unit;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.CountsOutcome;
import io.twinbus.ledger.store.DirectiveStore;
import io.twinbus.ledger.store.ExplicitStreamsOutcome;
import io.twinbus.ledger.store.InstanceStores;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.LedgerQueries;
import io.twinbus.ledger.store.PageOutcome;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionFilter;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.ops.ledger.LedgerAccess;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.protocol.SessionId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A ledger in memory that pages two records at a time. */
final class LedgerDouble implements SessionStore, LeaseStore, LedgerQueries {

  private static final int PAGE = 2;
  private static final DirectiveStore NO_DIRECTIVES =
      new DirectiveStore() {
        @Override
        public CompletionStage<ReadOutcome<Directive>> read() {
          return answer(new ReadOutcome.Absent<>());
        }

        @Override
        public CompletionStage<WriteOutcome> create(Directive directive) {
          throw new AssertionError("A command that shows must not write.");
        }

        @Override
        public CompletionStage<WriteOutcome> replace(Directive directive, Version version) {
          throw new AssertionError("A command that shows must not write.");
        }
      };

  final List<SessionRecord> records = new ArrayList<>();
  final List<InstanceLease> leases = new ArrayList<>();
  final List<InstanceVitals> vitals = new ArrayList<>();
  final List<MessageRecord> messages = new ArrayList<>();
  final AuditDouble audit = new AuditDouble();
  boolean failing;
  int closed;

  LedgerAccess access() {
    return settings ->
        new OpenLedger(
            this,
            new MessagesDouble(messages),
            new InstanceStores(this, new VitalsDouble(vitals), NO_DIRECTIVES),
            this,
            audit,
            Optional::empty,
            () -> 3.5,
            () -> closed++);
  }

  /** The same ledger with {@code directive}, which is written as its script has it. */
  OpenLedger openWith(ScriptedDocument<Directive> directive, AuditDouble trail) {
    return new OpenLedger(
        this,
        new MessagesDouble(messages),
        new InstanceStores(this, new VitalsDouble(vitals), new ScriptedDirectives(directive)),
        this,
        trail,
        Optional::empty,
        () -> 0,
        () -> {});
  }

  private record ScriptedDirectives(ScriptedDocument<Directive> script) implements DirectiveStore {

    @Override
    public CompletionStage<ReadOutcome<Directive>> read() {
      return answer(script.read());
    }

    @Override
    public CompletionStage<WriteOutcome> create(Directive directive) {
      return answer(script.create(directive));
    }

    @Override
    public CompletionStage<WriteOutcome> replace(Directive directive, Version version) {
      return answer(script.replace(directive, version));
    }
  }

  @Override
  public CompletionStage<ReadOutcome<SessionRecord>> read(SessionId session) {
    if (failing) {
      return answer(new ReadOutcome.Unknown<>("the wire was cut"));
    }
    return answer(
        records.stream()
            .filter(record -> record.session().equals(session))
            .findFirst()
            .<ReadOutcome<SessionRecord>>map(
                record -> new ReadOutcome.Found<>(record, new Version("1")))
            .orElseGet(ReadOutcome.Absent::new));
  }

  @Override
  public CompletionStage<PageOutcome> list(
      SessionFilter filter, int pageSize, Optional<String> continuation) {
    if (failing) {
      return answer(new PageOutcome.Unknown("the wire was cut"));
    }
    List<SessionRecord> matching =
        records.stream()
            .filter(record -> filter.status().map(record.status()::equals).orElse(true))
            .filter(
                record ->
                    filter
                        .after()
                        .map(after -> record.session().value().compareTo(after) > 0)
                        .orElse(true))
            .sorted(Comparator.comparing(record -> record.session().value()))
            .filter(
                record -> filter.prefix().map(record.session().value()::startsWith).orElse(true))
            .toList();
    int from = continuation.map(Integer::parseInt).orElse(0);
    int to = Math.min(matching.size(), from + Math.min(PAGE, pageSize));
    Optional<String> next =
        to < matching.size() ? Optional.of(Integer.toString(to)) : Optional.empty();
    return answer(new PageOutcome.Page(matching.subList(from, to), 0, next, 1));
  }

  @Override
  public CompletionStage<BeatsOutcome> readAll() {
    if (failing) {
      return answer(new BeatsOutcome.Unknown("the wire was cut"));
    }
    return answer(new BeatsOutcome.Found(leases.stream().map(BeatsOutcome.Beat::of).toList()));
  }

  @Override
  public CompletionStage<BeatsOutcome> readSome(Set<InstanceId> instances) {
    if (failing) {
      return answer(new BeatsOutcome.Unknown("the wire was cut"));
    }
    return answer(
        new BeatsOutcome.Found(
            leases.stream()
                .filter(lease -> instances.contains(lease.instance()))
                .map(BeatsOutcome.Beat::of)
                .toList()));
  }

  @Override
  public CompletionStage<ReadOutcome<InstanceLease>> read(InstanceId instance) {
    throw new AssertionError("A command reads beats alone.");
  }

  @Override
  public CompletionStage<CountsOutcome> counts() {
    return answer(new CountsOutcome.Counted(Map.of(SessionStatus.IDLE, 0L), 1));
  }

  @Override
  public CompletionStage<ExplicitStreamsOutcome> explicitStreams() {
    return answer(new ExplicitStreamsOutcome.Counted(0, 0));
  }

  @Override
  public CompletionStage<WriteOutcome> create(SessionRecord record) {
    throw new AssertionError("A command that shows must not write.");
  }

  @Override
  public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
    throw new AssertionError("A command that shows must not write.");
  }

  @Override
  public CompletionStage<WriteOutcome> create(InstanceLease lease) {
    throw new AssertionError("A command that shows must not write.");
  }

  @Override
  public CompletionStage<WriteOutcome> replace(InstanceLease lease, Version version) {
    throw new AssertionError("A command that shows must not write.");
  }

  private static <T> CompletionStage<T> answer(T outcome) {
    return CompletableFuture.completedFuture(outcome);
  }
}
