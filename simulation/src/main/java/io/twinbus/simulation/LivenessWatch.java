package io.twinbus.simulation;

import static io.twinbus.simulation.InvariantViolated.require;

import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.protocol.SessionId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks, once a second, for claims that nobody answers for though their process lives, and, after
 * all is healed, for sessions that do not end.
 */
final class LivenessWatch {

  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final Duration ORPHANED_AT_MOST = Duration.ofSeconds(3);

  private final World world;
  private final Map<Owner, Duration> orphanedFor = new HashMap<>();

  LivenessWatch(World world) {
    this.world = world;
  }

  void begin() {
    world
        .ground()
        .timeline()
        .after(
            LOOK,
            () -> {
              world.messages().sessions().forEach(this::watchClaim);
              world.messages().singles().forEach(this::watchClaim);
              world.processes().forEach(ReceiverProcess::look);
              begin();
            });
  }

  /** Where messages are claimed by themselves; otherwise the session's claim tells. */
  private void watchClaim(SentMessage message) {
    if (message.isStateless
        && world.records().current(message) instanceof MessageContent.Open open) {
      watchClaim(open.owner(), message);
    }
  }

  private void watchClaim(SessionId session) {
    SessionRecord record = world.sessions().current(session);
    watchClaim(record == null ? null : record.custody().owner(), session);
  }

  private void watchClaim(@Nullable Owner owner, Object claimed) {
    if (owner == null || !isOrphanOfTheLiving(owner)) {
      return;
    }
    Duration time = orphanedFor.merge(owner, LOOK, Duration::plus);
    require(
        time.compareTo(ORPHANED_AT_MOST) < 0,
        Invariant.P5_LIVENESS,
        () ->
            "%s is %s under a claim that nobody answers for, though its process lives"
                .formatted(claimed, SessionStatus.WORKING));
  }

  /** Time in which the ledger does not take what the process asks for does not count. */
  private boolean isOrphanOfTheLiving(Owner owner) {
    return world.processes().stream()
        .anyMatch(
            process ->
                process.isUp()
                    && process.instance().equals(owner.instance())
                    && process.holdsLease()
                    && world.ledger().isReachableFor(process)
                    && !world.ledger().rate().isTight()
                    && !process.answersFor(owner));
  }

  private boolean isAlive(@Nullable Owner owner) {
    return owner != null
        && world.processes().stream()
            .anyMatch(process -> process.instance().equals(owner.instance()));
  }

  /** Whether every copy is settled and every acknowledged message has ended. */
  boolean isDrained() {
    return world.producers().stream().allMatch(Producer::isIdle)
        && world.brokers().stream().allMatch(broker -> broker.backlog() == 0)
        && every().allMatch(this::isOver);
  }

  /** What every region has lost cannot end, unless a successor shows that it is missing. */
  private boolean isOver(SentMessage message) {
    return !message.acknowledged || ended(message) || world.isNowhere(message);
  }

  private Stream<SentMessage> every() {
    return Stream.concat(world.messages().all().stream(), world.messages().singles().stream());
  }

  private boolean ended(SentMessage message) {
    if (message.isSingle) {
      return world.records().hasEnded(message);
    }
    SessionRecord record = world.sessions().current(message.session);
    return record != null
        && record.progress().cursor(message.position().stream()) >= message.position().seq();
  }

  /** Requires that all is drained. */
  void requireDrained() {
    for (Producer producer : world.producers()) {
      require(
          producer.isIdle(),
          Invariant.P1_NO_LOSS,
          () -> "%s has not answered for all that was submitted".formatted(producer.name()));
    }
    world.producers().forEach(Producer::requireSent);
    for (SentMessage message : every().toList()) {
      require(
          isOver(message),
          Invariant.P1_NO_LOSS,
          () ->
              "%s was acknowledged, and has not ended: %s"
                  .formatted(message, Words.record(world.sessions().current(message.session))));
    }
    for (SimulatedBroker broker : world.brokers()) {
      for (SessionQueue queue : broker.queues()) {
        require(
            queue.size() == 0,
            Invariant.P5_LIVENESS,
            () ->
                "%s still holds %d copies of %s, the first of %s: %s"
                    .formatted(
                        broker.region(),
                        queue.size(),
                        queue.session(),
                        queue.copies().stream()
                            .findFirst()
                            .map(copy -> copy.message().id().value())
                            .orElse(""),
                        Words.record(world.sessions().current(queue.session()))));
      }
    }
  }

  /** Whether nobody alive runs a worker, or holds a session. */
  boolean isAtRest() {
    return world.processes().stream().allMatch(ReceiverProcess::isAtRest)
        && world.messages().sessions().stream()
            .map(world.sessions()::current)
            .noneMatch(record -> record != null && isAlive(record.custody().owner()));
  }

  /** Requires that nobody alive holds anything any more; a dead owner stays on record. */
  void requireAtRest() {
    for (SessionId session : world.messages().sessions()) {
      SessionRecord record = world.sessions().current(session);
      require(
          record == null || !isAlive(record.custody().owner()),
          Invariant.P5_LIVENESS,
          () ->
              "%s has nothing left to do, and is still claimed: %s"
                  .formatted(session, Words.record(record)));
    }
    world.processes().forEach(ReceiverProcess::requireAtRest);
  }
}
