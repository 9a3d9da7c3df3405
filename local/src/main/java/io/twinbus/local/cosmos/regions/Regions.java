package io.twinbus.local.cosmos.regions;

import io.twinbus.local.cosmos.store.Change;
import io.twinbus.local.cosmos.store.DocumentStore;
import io.twinbus.local.cosmos.store.Limits;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The regions of an account, each with a copy of all documents; one of them is written.
 *
 * <ol>
 *   <li>With synchronous replication a write is in every region that is up when it is acknowledged,
 *       and is refused where fewer are up than it needs. With a lag it is acknowledged at once and
 *       arrives later.
 *   <li>A region that is down neither serves nor receives. One that comes back starts as a copy of
 *       the write region. While the write region is down nothing of what is on its way arrives.
 *   <li>A planned fail-over waits for all writes and all that is on its way. A forced one takes the
 *       new region as it is: what had not arrived is lost, and the others start as its copies.
 *   <li>A write that is refused for want of a quorum may land later, where {@link #landLate} says
 *       so.
 *   <li>A region may lose the partition of a container and serve the others. Of a strongly
 *       consistent account a partition may be written in another region than the account.
 * </ol>
 *
 * <p>Thread-safe: fail-overs and outages wait for writes in hand and keep out new ones.
 */
public final class Regions {
  private final InstantSource clock;
  private final Limits limits;
  private final Replication replication;
  private final Map<String, Replica> byName;
  private final List<Replica> byPriority;
  private final AccountJournal journal;
  private final LateWrites late = new LateWrites();
  private final Partitions partitions = new Partitions(this);
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private volatile Replica writer;
  private int failOvers;

  /**
   * Regions without documents; the first is written.
   *
   * @throws IllegalArgumentException if there is none, or one twice
   */
  public Regions(List<String> names, Replication replication, Limits limits, InstantSource clock) {
    this(names, replication, limits, clock, AccountJournal.NONE);
  }

  /**
   * Regions with what the journal has kept; the first is written.
   *
   * @throws IllegalArgumentException if there is none, or one twice
   */
  public Regions(
      List<String> names,
      Replication replication,
      Limits limits,
      InstantSource clock,
      AccountJournal journal) {
    if (names.isEmpty() || names.stream().distinct().count() != names.size()) {
      throw new IllegalArgumentException(
          "An account has at least one region and each once, not " + names + ".");
    }
    this.clock = clock;
    this.limits = limits;
    this.replication = replication;
    this.byName =
        names.stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    name -> name, name -> new Replica(name, emptyStore(name))));
    this.byPriority = new ArrayList<>(names.stream().map(byName::get).toList());
    this.writer = byPriority.get(0);
    this.journal = journal;
    for (Change change : journal.contents()) {
      byPriority.forEach(replica -> replica.store().accept(change));
    }
    this.failOvers = journal.era();
    writer.store().succeed(writer.store(), failOvers);
  }

  /** The names, the write region first, the others in the order in which they would follow it. */
  public List<String> names() {
    lock.readLock().lock();
    try {
      return byPriority.stream().map(Replica::name).toList();
    } finally {
      lock.readLock().unlock();
    }
  }

  /** The region that is written. */
  public String writeRegion() {
    return writer.name();
  }

  /** Does a read at a region, on what has arrived there. */
  public <T> T read(String region, Function<DocumentStore, T> reading) {
    Replica replica = replica(region);
    if (!replication.isSynchronous() && writer.isUp()) {
      replica.arrive(clock.instant());
    }
    return reading.apply(replica.store());
  }

  /** Does a write to databases and containers at a region, or says why not. */
  public <T> T write(
      String region, Function<DocumentStore, T> writing, Function<WriteRefusal, T> refused) {
    return write(replica(region), Optional.empty(), writing, refused);
  }

  /** Does a write to the items of a container at a region, or says why not. */
  public <T> T writeItems(
      String region,
      String container,
      Function<DocumentStore, T> writing,
      Function<WriteRefusal, T> refused) {
    return write(replica(region), Optional.of(container), writing, refused);
  }

  private <T> T write(
      Replica replica,
      Optional<String> container,
      Function<DocumentStore, T> writing,
      Function<WriteRefusal, T> refused) {
    lock.readLock().lock();
    try {
      Optional<WriteRefusal> refusal = refusal(replica, container);
      return refusal.isPresent() ? refused.apply(refusal.get()) : writing.apply(replica.store());
    } finally {
      lock.readLock().unlock();
    }
  }

  private Optional<WriteRefusal> refusal(Replica replica, Optional<String> container) {
    if (!replica.isUp()) {
      return Optional.of(WriteRefusal.DOWN);
    }
    if (container.filter(name -> !partitions.isServed(name, replica)).isPresent()) {
      return Optional.of(WriteRefusal.PARTITION_LOST);
    }
    if (replica != container.map(partitions::writer).orElse(writer)) {
      return Optional.of(WriteRefusal.NOT_THE_WRITE_REGION);
    }
    boolean quorum = container.map(this::hasQuorum).orElseGet(() -> isEnough(Replica::isUp));
    return quorum ? Optional.empty() : Optional.of(WriteRefusal.NO_QUORUM);
  }

  /**
   * Has writes that are refused for want of a quorum from now on land later, with this chance; what
   * is kept already lands in any case.
   *
   * @param chance 0 to 1
   * @throws IllegalArgumentException if it is not
   */
  public void landLate(double chance, long seed) {
    if (!(chance >= 0 && chance <= 1)) {
      throw new IllegalArgumentException("A chance is 0 to 1, not " + chance + ".");
    }
    late.chance(chance, seed);
  }

  /**
   * Takes a write to items that was just refused for want of a quorum; it may land when there is
   * one.
   *
   * @param write answers whether it changed anything
   */
  public void mayLandLater(String container, Predicate<DocumentStore> write) {
    late.refused(container, write);
  }

  /** What became of refused writes. */
  public LateWriteCounts lateWrites() {
    return late.counts();
  }

  /** Whether a region is up. */
  public boolean isUp(String region) {
    return replica(region).isUp();
  }

  /** The partitions of the account. */
  public Partitions partitions() {
    return partitions;
  }

  /** A region goes down. */
  public void goDown(String region) {
    alone(
        () -> {
          Replica replica = replica(region);
          if (replica == writer) {
            byPriority.forEach(other -> other.arrive(clock.instant()));
          } else {
            replica.loseUnderway();
          }
          replica.up(false);
        });
  }

  /** A region is back; one that was not down stays as it is. */
  public void comeBack(String region) {
    alone(
        () -> {
          Replica replica = replica(region);
          if (!replica.isUp() && replica != writer) {
            replica.seed(emptyStore(region), writer.store());
          }
          replica.up(true);
          landLate();
        });
  }

  /**
   * Makes another region the one that is written, without loss.
   *
   * @throws IllegalStateException if the write region or the new one is down
   */
  public void failOver(String region) {
    alone(
        () -> {
          Replica next = replica(region);
          if (!writer.isUp() || !next.isUp()) {
            throw new IllegalStateException(
                "A planned fail-over needs both regions, and "
                    + (writer.isUp() ? region : writer.name())
                    + " is down; a forced one needs only the new region.");
          }
          byPriority.forEach(Replica::arriveAll);
          promote(next);
        });
  }

  /**
   * Makes another region the one that is written, whatever had not arrived there: the number of
   * writes to items that are lost.
   *
   * @throws IllegalStateException if the new region is down
   */
  public int forceFailOver(String region) {
    int[] lost = new int[1];
    alone(
        () -> {
          Replica next = replica(region);
          if (!next.isUp()) {
            throw new IllegalStateException(region + " is down and cannot take over.");
          }
          if (next == writer) {
            return;
          }
          if (writer.isUp()) {
            next.arrive(clock.instant());
          }
          lost[0] = next.loseUnderway();
          promote(next);
          byPriority.stream()
              .filter(other -> other != next && other.isUp())
              .forEach(other -> other.seed(emptyStore(other.name()), next.store()));
          journal.replaced(next.store().contents());
        });
    return lost[0];
  }

  /**
   * Where the write region is down, makes the first of the others that is up the one that is
   * written, as a forced fail-over does; answers which. Empty: the write region is up, or no other
   * one is.
   */
  public Optional<String> replaceLostWriter() {
    lock.writeLock().lock();
    try {
      Optional<String> next =
          writer.isUp()
              ? Optional.empty()
              : byPriority.stream().filter(Replica::isUp).map(Replica::name).findFirst();
      next.ifPresent(this::forceFailOver);
      return next;
    } finally {
      lock.writeLock().unlock();
    }
  }

  /**
   * Removes the items of all containers in all regions; databases and containers stay. Answers how
   * many items the write region had.
   */
  public int empty() {
    int[] removed = new int[1];
    alone(
        () -> {
          byPriority.forEach(Replica::arriveAll);
          removed[0] = writer.store().empty();
          byPriority.forEach(Replica::arriveAll);
        });
    journal.awaitKept();
    return removed[0];
  }

  private void promote(Replica next) {
    if (!partitions.follow() && next == writer) {
      return;
    }
    next.store().succeed(writer.store(), nextEra());
    byPriority.remove(next);
    byPriority.add(0, next);
    writer = next;
    late.lose();
  }

  /** The number of the fail-over that takes place now. */
  int nextEra() {
    journal.era(++failOvers);
    return failOvers;
  }

  List<Replica> byPriority() {
    return byPriority;
  }

  Replica writer() {
    return writer;
  }

  boolean isSynchronous() {
    return replication.isSynchronous();
  }

  void loseLate(String container) {
    late.lose(container);
  }

  void landLate() {
    late.land(
        container ->
            partitions.isServed(container, partitions.writer(container)) && hasQuorum(container),
        container -> partitions.writer(container).store());
  }

  private boolean hasQuorum(String container) {
    return isEnough(replica -> partitions.isServed(container, replica));
  }

  private boolean isEnough(Predicate<Replica> takesPart) {
    return byPriority.stream().filter(takesPart).count() >= replication.quorum(byPriority.size());
  }

  private DocumentStore emptyStore(String region) {
    return new DocumentStore(clock, limits, change -> replicate(region, change));
  }

  /** Called within a write, so that the regions and their roles stay as they are meanwhile. */
  private void replicate(String origin, Change change) {
    for (Replica replica : byPriority) {
      if (!replica.name().equals(origin) && replica.isUp()) {
        if (replication.isSynchronous()) {
          replica.store().accept(change);
        } else {
          replica.send(change, clock.instant().plus(replication.lag().orElseThrow()));
        }
      }
    }
    journal.append(change);
  }

  Replica replica(String region) {
    Replica replica = byName.get(region);
    if (replica == null) {
      throw new IllegalArgumentException(
          "The account has no region '" + region + "'; it has " + String.join(", ", names()) + ".");
    }
    return replica;
  }

  /** Makes a change between two writes. */
  void alone(Runnable change) {
    lock.writeLock().lock();
    try {
      change.run();
    } finally {
      lock.writeLock().unlock();
    }
  }
}
