package io.twinbus.simulation;

import static io.twinbus.simulation.InvariantViolated.require;

import io.twinbus.protocol.Position;
import io.twinbus.sender.journal.RecoveredJournal;
import io.twinbus.sender.message.CopyStatus;
import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.WireMessage;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * Looks at what one producer's sender puts on the wire, and at what it tells its application,
 * knowing what the regions really did: each message is answered once, and none is lost.
 */
final class SenderAudit {

  private final World world;
  private final String name;
  private final Keeping.Kind keeping;
  private final NumberAudit numbers;
  private final DeliveryAudit deliveries;
  private final Map<Long, Account> accounts = new HashMap<>();
  private final Set<String> outstanding = new HashSet<>();

  SenderAudit(World world, String name, Keeping.Kind keeping) {
    this.world = world;
    this.name = name;
    this.keeping = keeping;
    this.numbers = new NumberAudit(world, name, keeping);
    this.deliveries = new DeliveryAudit(world, name, keeping, accounts.values());
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
  void refusedBefore(Set<RecoveredJournal.StreamNumber> refused) {
    for (Account account : accounts.values()) {
      SentMessage message = account.message;
      if (message != null && !message.failed && refused.contains(numberOf(message))) {
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

  private static RecoveredJournal.StreamNumber numberOf(SentMessage message) {
    Position position = message.position();
    return new RecoveredJournal.StreamNumber(message.session, position.stream(), position.seq());
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
    return numbers.sends(ticket, account(ticket), wire.headers(), before);
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
  void acknowledged(long ticket, DeliveryStatus delivery, boolean isInJournal) {
    Account account = answeredOnce(ticket);
    account.acknowledged = true;
    SentMessage message = account.message;
    require(
        isInJournal || (message != null && delivery.isAcceptedAnywhere() && !message.failed),
        Invariant.P1_NO_LOSS,
        () -> "%s acknowledges message %d, which nobody has".formatted(name, ticket));
    if (message != null) {
      deliveries.isTrue(account, message, delivery);
      message.acknowledged = true;
    }
    world
        .ground()
        .score()
        .count(delivery.isAcceptedAnywhere() ? "acknowledged" : "acknowledged by the journal");
  }

  void failed(long ticket, DeliveryStatus delivery) {
    Account account = answeredOnce(ticket);
    SentMessage message = account.message;
    if (message == null) {
      message = numbers.neverSent(ticket, account, delivery);
    }
    message.pending = false;
    message.failed = !delivery.isAcceptedAnywhere();
    deliveries.isTrue(account, message, delivery);
    world.ground().score().count("reported failed");
    deliveries.timedOutForACause(account, delivery);
  }

  void ended(long ticket, DeliveryStatus delivery) {
    Account account = account(ticket);
    SentMessage message = Objects.requireNonNull(account.message);
    deliveries.isTrue(account, message, delivery);
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

  private Account account(long ticket) {
    return Objects.requireNonNull(accounts.get(ticket));
  }

  private Duration now() {
    return world.ground().timeline().now();
  }
}
