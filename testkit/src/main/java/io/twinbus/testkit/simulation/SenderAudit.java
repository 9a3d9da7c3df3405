package io.twinbus.testkit.simulation;

import static io.twinbus.testkit.simulation.InvariantViolated.require;

import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.CopyStatus;
import io.twinbus.sender.Delivery;
import io.twinbus.sender.GiveUpReason;
import io.twinbus.sender.RegionFailure;
import io.twinbus.sender.journal.Recovered;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.WireMessage;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Looks at what one producer's sender puts on the wire, and at what it tells its application,
 * knowing what the regions really did.
 */
final class SenderAudit {

  /** A breaker that a trouble before has opened pauses for this long at most. */
  private static final Duration BREAKER_PAUSE = Duration.ofSeconds(5);

  /** A message that was submitted: what is known of it. */
  private static final class Account {
    final Submission submission;
    Duration submittedAt;
    @Nullable SentMessage message;
    boolean answered;
    boolean acknowledged;
    boolean isSent;
    boolean isUndeliverable;
    boolean cameBack;

    Account(Submission submission, Duration submittedAt) {
      this.submission = submission;
      this.submittedAt = submittedAt;
    }
  }

  private final World world;
  private final String name;
  private final Keeping.Kind keeping;
  private final Map<Long, Account> accounts = new HashMap<>();
  private final Map<String, NavigableMap<Long, Long>> tickets = new HashMap<>();
  private final Map<StreamId, Duration> failedAt = new HashMap<>();
  private final Set<String> outstanding = new HashSet<>();

  SenderAudit(World world, String name, Keeping.Kind keeping) {
    this.world = world;
    this.name = name;
    this.keeping = keeping;
  }

  /** A sender begins, the first one or another after its death. */
  void begins() {
    outstanding.clear();
  }

  /**
   * A message that was submitted before is sent again by a new sender, or by its application: a
   * failed one only by its application, for its successor may have passed over it.
   */
  void comesBack(long ticket) {
    Account account = account(ticket);
    account.answered = false;
    account.cameBack = true;
    account.submittedAt = now();
    SentMessage message = account.message;
    if (message != null) {
      require(
          keeping != Keeping.Kind.JOURNAL || !message.failed,
          Invariant.P1_NO_LOSS,
          () -> "%s reported %s as failed, and sends it anew".formatted(name, message));
      message.failed = false;
      message.pending = true;
    }
  }

  /**
   * What the journal says every region has refused: perhaps its sender died before it could report
   * it. Where the journal had acknowledged it, the log had the last word.
   */
  void refusedBefore(Set<Recovered.StreamNumber> numbers) {
    for (Account account : accounts.values()) {
      SentMessage message = account.message;
      if (message != null && !message.failed && numbers.contains(numberOf(message))) {
        require(
            !account.acknowledged || account.isUndeliverable,
            Invariant.P1_NO_LOSS,
            () -> "%s never said that %s was refused".formatted(name, message));
        world.ground().score().count("refused, and its sender died before it reported it");
        message.failed = true;
        message.pending = false;
        message.acknowledged = false;
      }
    }
  }

  private static Recovered.StreamNumber numberOf(SentMessage message) {
    Position position = message.position();
    return new Recovered.StreamNumber(message.session, position.stream(), position.seq());
  }

  /** Its sender says of an acknowledged message that no region takes it. */
  void undeliverable(long ticket) {
    account(ticket).isUndeliverable = true;
  }

  /** Its sender has brought every copy to its region, or was refused it there. */
  void owesNothing() {
    nothingIsPending(ticket -> false);
  }

  void submitted(long ticket, Submission submission) {
    accounts.put(ticket, new Account(submission, now()));
    world.ground().score().count("submitted");
  }

  /** A copy goes on the wire behind {@code before} in the same batch. */
  SentMessage sends(long ticket, WireMessage wire, List<SentCopy> before) {
    Account account = account(ticket);
    SentMessage message = account.message;
    if (message == null) {
      message = number(ticket, account, wire.headers());
      message.pending = true;
    } else {
      Position first = message.position();
      Position again = wire.headers().position();
      require(
          again.stream().equals(first.stream())
              && again.seq() == first.seq()
              && (!account.isSent || noneFailed(message, first.prev(), again.prev())),
          Invariant.P2_ORDER,
          () -> "%s sends %s again as %s".formatted(name, first, again));
      message.headers = wire.headers();
      world.ground().score().count("copy sent again, or to the other region");
    }
    account.isSent = true;
    follows(message, wire.headers(), before);
    return message;
  }

  /** What was passed over once stays so, unless a new sender has forgotten that it had failed. */
  private boolean noneFailed(SentMessage message, long after, long upTo) {
    for (long seq = after + 1; seq <= upTo; seq++) {
      SentMessage between = find(message, seq);
      if (between == null || between.failed) {
        return false;
      }
    }
    return true;
  }

  /** Numbers are given once, and in the order in which messages were submitted. */
  private SentMessage number(long ticket, Account account, SequencedHeaders headers) {
    Position position = headers.position();
    NavigableMap<Long, Long> given =
        tickets.computeIfAbsent(
            account.submission.session() + "/" + position.stream(), stream -> new TreeMap<>());
    Map.Entry<Long, Long> below = given.lowerEntry(position.seq());
    Map.Entry<Long, Long> above = given.higherEntry(position.seq());
    require(
        world.messages().find(account.submission.session(), position.stream(), position.seq())
                == null
            && given.putIfAbsent(position.seq(), ticket) == null
            && (below == null || below.getValue() < ticket)
            && (above == null || ticket < above.getValue()),
        Invariant.P2_ORDER,
        () -> "%s gives number %s to its message %d".formatted(name, position, ticket));
    SentMessage message = new SentMessage(account.submission, headers);
    message.acknowledged = account.acknowledged;
    account.message = message;
    world.messages().add(message);
    return message;
  }

  /** The predecessor is safe, or stands before it; all that is passed over was reported failed. */
  private void follows(SentMessage message, SequencedHeaders headers, List<SentCopy> before) {
    Position position = headers.position();
    SentMessage previous = find(message, position.prev());
    boolean standsBefore = before.stream().anyMatch(copy -> copy.message() == previous);
    require(
        position.prev() == 0 || (previous != null && (previous.accepted || standsBefore)),
        Invariant.P2_ORDER,
        () -> "%s sends %s before its predecessor is safe".formatted(name, position));
    require(
        keeping == Keeping.Kind.NUMBERS // sent again, it has another time
            || Objects.equals(
                headers.previousSentAt(), previous == null ? null : previous.headers.sentAt()),
        Invariant.P1_NO_LOSS,
        () -> "%s sends %s with a wrong time of its predecessor".formatted(name, position));
    for (long seq = position.prev() + 1; seq < position.seq(); seq++) {
      SentMessage passed = find(message, seq);
      require(
          passed != null && passed.failed,
          Invariant.P1_NO_LOSS,
          () -> "%s sends %s, and what it passes over has not failed".formatted(name, position));
      world.ground().score().count("number passed over");
    }
  }

  private @Nullable SentMessage find(SentMessage message, long seq) {
    return world.messages().find(message.session, message.position().stream(), seq);
  }

  /** A batch goes out: the only one of its lane and region. */
  void sends(SentBatch batch) {
    require(
        outstanding.add(laneOf(batch)),
        Invariant.P2_ORDER,
        () -> "%s sends a second batch of %s".formatted(name, laneOf(batch)));
  }

  /** A region has answered. */
  void answered(SentBatch batch, Event event) {
    outstanding.remove(laneOf(batch));
    if (event instanceof Event.Accepted) {
      batch.copies().forEach(copy -> copy.message().accepted = true);
    }
  }

  private static String laneOf(SentBatch batch) {
    return batch.id().region() + "/" + batch.id().lane();
  }

  /** {@code isInJournal}: whether its sender's journal has it. */
  void acknowledged(long ticket, Delivery delivery, boolean isInJournal) {
    Account account = answeredOnce(ticket);
    account.acknowledged = true;
    SentMessage message = account.message;
    require(
        isInJournal || (message != null && delivery.isAcceptedAnywhere() && !message.failed),
        Invariant.P1_NO_LOSS,
        () -> "%s acknowledges message %d, which nobody has".formatted(name, ticket));
    if (message != null) {
      isTrue(account, message, delivery);
      message.acknowledged = true;
    }
    world
        .ground()
        .score()
        .count(delivery.isAcceptedAnywhere() ? "acknowledged" : "acknowledged by the journal");
  }

  void failed(long ticket, Delivery delivery) {
    Account account = answeredOnce(ticket);
    SentMessage message = account.message;
    if (message == null) {
      message = number(ticket, account, neverSent(delivery));
    }
    message.pending = false;
    message.failed = !delivery.isAcceptedAnywhere();
    isTrue(account, message, delivery);
    world.ground().score().count("reported failed");
    timedOutForACause(account, delivery);
  }

  void ended(long ticket, Delivery delivery) {
    Account account = account(ticket);
    SentMessage message = Objects.requireNonNull(account.message);
    isTrue(account, message, delivery);
    message.pending = delivery.regions().containsValue(CopyStatus.KEPT);
    if (!message.pending && !message.accepted && !delivery.isAcceptedAnywhere()) {
      // the journal had it, no region takes it, and its receipt and the log say so
      require(
          account.isUndeliverable,
          Invariant.P1_NO_LOSS,
          () -> "%s never said that %s was refused".formatted(name, message));
      message.failed = true;
      message.acknowledged = false;
      world.ground().score().count("acknowledged by the journal, refused by every region");
    }
  }

  /** The process is gone; of what it was to send yet only what is named comes back. */
  void died(LongPredicate comesBack) {
    nothingIsPending(comesBack);
  }

  private void nothingIsPending(LongPredicate except) {
    accounts.forEach(
        (ticket, account) -> {
          if (account.message != null) {
            account.message.pending = account.message.pending && except.test(ticket);
          }
        });
  }

  /** Every message that was acknowledged has been sent. */
  void requireSent() {
    accounts.forEach(
        (ticket, account) ->
            require(
                !account.acknowledged || account.message != null,
                Invariant.P1_NO_LOSS,
                () -> "%s has acknowledged message %d and never sent it".formatted(name, ticket)));
  }

  private Account answeredOnce(long ticket) {
    Account account = account(ticket);
    require(
        !account.answered,
        Invariant.P1_NO_LOSS,
        () -> "%s answers twice for its message %d".formatted(name, ticket));
    account.answered = true;
    return account;
  }

  /** What the application is told of each region is so. */
  private void isTrue(Account account, SentMessage message, Delivery delivery) {
    delivery
        .regions()
        .forEach(
            (region, status) -> {
              boolean has = message.takenBy.contains(region);
              RegionFailure failure = delivery.failures().get(region);
              require(
                  switch (status) {
                    case ACCEPTED -> has;
                    case GAVE_UP ->
                        !has
                            || account.cameBack // an earlier sender may have brought it there
                            || Objects.requireNonNull(failure).mayHaveBeenAccepted();
                    case PENDING -> true;
                    case KEPT -> keeping == Keeping.Kind.JOURNAL;
                  },
                  Invariant.P1_NO_LOSS,
                  () ->
                      "%s says %s of %s in %s, which %s it"
                          .formatted(name, status, message, region, has ? "has" : "lacks"));
              if (status == CopyStatus.GAVE_UP) {
                world.ground().score().count("gave up " + Objects.requireNonNull(failure).reason());
              }
            });
  }

  /** Nothing times out in a region that has been well all along. */
  private void timedOutForACause(Account account, Delivery delivery) {
    SentMessage message = Objects.requireNonNull(account.message);
    Duration failedBefore = failedAt.put(message.position().stream(), now());
    if (waitsForAnother(message)
        || (failedBefore != null && failedBefore.compareTo(account.submittedAt) >= 0)) {
      return; // it may have waited for that predecessor until its own time was over
    }
    Duration since = account.submittedAt.minus(BREAKER_PAUSE);
    delivery
        .failures()
        .forEach(
            (region, failure) ->
                require(
                    failure.reason() != GiveUpReason.TIMED_OUT || wasInTrouble(region, since),
                    Invariant.P6_AVAILABILITY,
                    () ->
                        "%s gave up %s in %s, which has been well"
                            .formatted(name, message, region)));
  }

  private boolean waitsForAnother(SentMessage message) {
    for (long seq = message.position().seq() - 1; seq > 0; seq--) {
      SentMessage before = find(message, seq);
      if (before != null && !before.failed) {
        return !before.accepted;
      }
    }
    return false;
  }

  private boolean wasInTrouble(RegionName region, Duration since) {
    return world.broker(region).intake().troubledAt().compareTo(since) >= 0;
  }

  private static SequencedHeaders neverSent(Delivery delivery) {
    return new SequencedHeaders(delivery.position(), null, World.EAST, ProcessClock.START, null);
  }

  private Account account(long ticket) {
    return Objects.requireNonNull(accounts.get(ticket));
  }

  private Duration now() {
    return world.ground().timeline().now();
  }
}
