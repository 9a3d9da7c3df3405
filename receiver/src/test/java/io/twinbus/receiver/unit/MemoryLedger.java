package io.twinbus.receiver.unit;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.DirectiveStore;
import io.twinbus.ledger.store.InstanceStores;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.VersionsOutcome;
import io.twinbus.ledger.store.VitalsOutcome;
import io.twinbus.ledger.store.VitalsStore;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/** A ledger that answers at once. Thread-safe. */
final class MemoryLedger implements SessionStore {

  private final Map<String, ReadOutcome.Found<SessionRecord>> sessions = new HashMap<>();
  private final Map<String, ReadOutcome.Found<InstanceLease>> leases = new HashMap<>();
  private final Map<InstanceId, List<InstanceVitals>> told = new LinkedHashMap<>();
  private Optional<Directive> directive = Optional.empty();
  private int versions;
  private boolean silent;
  private boolean deaf;
  private long reads;
  private long questions;
  private long versionsAsked;

  /** From now on no answer comes to lease operations. */
  synchronized void loseLeases() {
    silent = true;
    leases.clear();
  }

  /** What operators want of the regions from now on. */
  synchronized void direct(Directive wanted) {
    directive = Optional.of(wanted);
  }

  /** What the instances have told first, in their order. */
  synchronized List<InstanceVitals> firstVitals() {
    return told.values().stream().map(all -> all.get(0)).toList();
  }

  /** What the instances have told last, in their order. */
  synchronized List<InstanceVitals> latestVitals() {
    return told.values().stream().map(all -> all.get(all.size() - 1)).toList();
  }

  /** Lease operations are answered again. */
  synchronized void keepLeases() {
    silent = false;
  }

  /** From now on no question for versions is answered. */
  synchronized void refuseQuestions() {
    deaf = true;
  }

  /** How often a session record has been read. */
  synchronized long reads() {
    return reads;
  }

  /** How often versions have been asked for. */
  synchronized long questions() {
    return questions;
  }

  /** How many versions those questions were about, in all. */
  synchronized long versionsAsked() {
    return versionsAsked;
  }

  synchronized void put(SessionRecord record) {
    sessions.put(record.session().wire(), new ReadOutcome.Found<>(record, next()));
  }

  synchronized Optional<SessionRecord> record(String session) {
    return Optional.ofNullable(sessions.get(session)).map(ReadOutcome.Found::record);
  }

  @Override
  public synchronized CompletionStage<ReadOutcome<SessionRecord>> read(SessionId session) {
    reads++;
    ReadOutcome.Found<SessionRecord> found = sessions.get(session.wire());
    return CompletableFuture.completedFuture(found == null ? new ReadOutcome.Absent<>() : found);
  }

  @Override
  public synchronized CompletionStage<VersionsOutcome> versions(Set<SessionId> wanted) {
    questions++;
    versionsAsked += wanted.size();
    if (deaf) {
      return CompletableFuture.completedFuture(new VersionsOutcome.Unknown("deaf"));
    }
    Map<SessionId, Version> known = new HashMap<>();
    for (SessionId session : wanted) {
      ReadOutcome.Found<SessionRecord> found = sessions.get(session.wire());
      if (found != null) {
        known.put(session, found.version());
      }
    }
    return CompletableFuture.completedFuture(new VersionsOutcome.Known(known));
  }

  @Override
  public synchronized CompletionStage<WriteOutcome> create(SessionRecord record) {
    return sessions.containsKey(record.session().wire()) ? conflict() : write(record);
  }

  @Override
  public synchronized CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
    ReadOutcome.Found<SessionRecord> found = sessions.get(record.session().wire());
    return found == null || !found.version().equals(version) ? conflict() : write(record);
  }

  private CompletionStage<WriteOutcome> write(SessionRecord record) {
    put(record);
    return CompletableFuture.completedFuture(
        new WriteOutcome.Written(new Version(Integer.toString(versions))));
  }

  private static CompletionStage<WriteOutcome> conflict() {
    return CompletableFuture.completedFuture(new WriteOutcome.Conflict());
  }

  private Version next() {
    return new Version(Integer.toString(++versions));
  }

  InstanceStores instances() {
    return new InstanceStores(new Leases(), new Vitals(), new Directives());
  }

  private final class Leases implements LeaseStore {

    @Override
    public CompletionStage<BeatsOutcome> readAll() {
      return beats(lease -> true);
    }

    @Override
    public CompletionStage<BeatsOutcome> readSome(Set<InstanceId> instances) {
      return beats(lease -> instances.contains(lease.instance()));
    }

    private CompletionStage<BeatsOutcome> beats(Predicate<InstanceLease> wanted) {
      synchronized (MemoryLedger.this) {
        return CompletableFuture.completedFuture(
            silent
                ? new BeatsOutcome.Unknown("silent")
                : new BeatsOutcome.Found(
                    leases.values().stream()
                        .map(ReadOutcome.Found::record)
                        .filter(wanted)
                        .map(BeatsOutcome.Beat::of)
                        .toList()));
      }
    }

    @Override
    public CompletionStage<ReadOutcome<InstanceLease>> read(InstanceId instance) {
      synchronized (MemoryLedger.this) {
        ReadOutcome.Found<InstanceLease> found = leases.get(instance.value());
        return CompletableFuture.completedFuture(
            silent
                ? new ReadOutcome.Unknown<>("silent")
                : found == null ? new ReadOutcome.Absent<>() : found);
      }
    }

    @Override
    public CompletionStage<WriteOutcome> create(InstanceLease lease) {
      return write(lease);
    }

    @Override
    public CompletionStage<WriteOutcome> replace(InstanceLease lease, Version version) {
      return write(lease);
    }

    private CompletionStage<WriteOutcome> write(InstanceLease lease) {
      synchronized (MemoryLedger.this) {
        if (silent) {
          return CompletableFuture.completedFuture(new WriteOutcome.Unknown("silent"));
        }
        Version version = next();
        leases.put(lease.instance().value(), new ReadOutcome.Found<>(lease, version));
        return CompletableFuture.completedFuture(new WriteOutcome.Written(version));
      }
    }
  }

  private final class Vitals implements VitalsStore {

    @Override
    public CompletionStage<VitalsOutcome> readAll() {
      return CompletableFuture.completedFuture(new VitalsOutcome.Found(latestVitals()));
    }

    @Override
    public CompletionStage<WriteOutcome> put(InstanceVitals vitals) {
      synchronized (MemoryLedger.this) {
        told.computeIfAbsent(vitals.instance(), first -> new ArrayList<>()).add(vitals);
        return CompletableFuture.completedFuture(new WriteOutcome.Written(next()));
      }
    }
  }

  private final class Directives implements DirectiveStore {

    @Override
    public CompletionStage<ReadOutcome<Directive>> read() {
      synchronized (MemoryLedger.this) {
        return CompletableFuture.completedFuture(
            silent
                ? new ReadOutcome.Unknown<>("silent")
                : directive
                    .<ReadOutcome<Directive>>map(
                        wanted -> new ReadOutcome.Found<>(wanted, new Version("1")))
                    .orElseGet(ReadOutcome.Absent::new));
      }
    }

    @Override
    public CompletionStage<WriteOutcome> create(Directive wanted) {
      throw new AssertionError("A receiver writes no directive.");
    }

    @Override
    public CompletionStage<WriteOutcome> replace(Directive wanted, Version version) {
      throw new AssertionError("A receiver writes no directive.");
    }
  }
}
