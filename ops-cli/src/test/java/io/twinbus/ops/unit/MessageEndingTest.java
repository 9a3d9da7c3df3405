package io.twinbus.ops.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.MessageAttempts;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.OperatorOrder;
import io.twinbus.ledger.store.DirectiveStore;
import io.twinbus.ledger.store.InstanceStores;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.LedgerQueries;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.VitalsStore;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.acts.MessageEnding;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.servicebus.QueueAccess;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.Clocks;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** A foreign message is skipped by one write, whatever the ledger answers. */
class MessageEndingTest {

  private static final MessageContent.Open BLOCKING =
      new MessageContent.Open(new MessageId("m-1"), null, 7, MessageAttempts.first(0));

  /** What becomes of a write. */
  private enum Fate {
    WRITTEN,
    LANDS_UNHEARD,
    LOST,
    RECEIVER_IS_FASTER
  }

  private final AuditDouble audit = new AuditDouble();
  private final Deque<Fate> fates = new ArrayDeque<>();
  private final List<WriteId> issued = new ArrayList<>();
  private MessageRecord stored = record(BLOCKING, "first");
  private int version = 1;
  private int orders;

  @Test
  void endsTheMessage() {
    skip();

    assertThat(stored.content())
        .isInstanceOfSatisfying(
            MessageContent.Over.class,
            over -> assertThat(over.state()).isEqualTo(EndState.SKIPPED));
    assertThat(issued).hasSize(1);
    assertThat(audit.entries)
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.what().kind()).isEqualTo("SKIP");
              assertThat(entry.what().effect()).isEqualTo("the message ends as SKIPPED");
              assertThat(entry.about().message()).contains("m-1");
            });
  }

  @Test
  void whatIsNotOnRecordIsNotEnded() {
    audit.isRefusing = true;

    assertThatThrownBy(this::skip)
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("The audit container took no entry");
    assertThat(issued).isEmpty();
  }

  @Test
  void theSameWriteGoesAgainAfterAnUnknownOutcome() {
    fates.add(Fate.LOST);
    fates.add(Fate.LOST);

    skip();

    assertThat(issued).hasSize(3).containsOnly(new WriteId("write-1"));
  }

  @Test
  void itsOwnEndIsRecognisedThoughItsAnswerWasLost() {
    fates.add(Fate.LANDS_UNHEARD);

    skip();

    assertThat(version).as("written once").isEqualTo(2);
  }

  @Test
  void aReceiverThatHasClaimedTheMessageKeepsIt() {
    fates.add(Fate.RECEIVER_IS_FASTER);

    assertThatThrownBy(this::skip)
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("A receiver has claimed the message since");
    assertThat(stored.content()).isInstanceOf(MessageContent.Open.class);
  }

  @Test
  void anOutcomeThatStaysUnknownIsSaidSo() {
    fates.addAll(Collections.nCopies(100, Fate.LOST));

    assertThatThrownBy(this::skip)
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("not known whether the message was ended (the wire was cut)");
    assertThat(issued).hasSizeLessThan(100).containsOnly(new WriteId("write-1"));
  }

  private void skip() {
    OpenLedger ledger =
        new OpenLedger(
            UnaskedPort.of(SessionStore.class),
            new Scripted(),
            new InstanceStores(
                UnaskedPort.of(LeaseStore.class),
                UnaskedPort.of(VitalsStore.class),
                UnaskedPort.of(DirectiveStore.class)),
            UnaskedPort.of(LedgerQueries.class),
            audit,
            Optional::empty,
            () -> 0,
            () -> {});
    CliContext context =
        new CliContext(
            settings -> ledger,
            UnaskedPort.of(QueueAccess.class),
            Clocks.system(),
            time -> {},
            Map.of());
    new MessageEnding(ledger, context, AuditDouble.trail(ledger, context))
        .carryOut(
            new ReadOutcome.Found<>(stored, new Version("" + version)),
            EndState.SKIPPED,
            () ->
                new OperatorOrder(
                    "tom",
                    "a drill",
                    WriteMark.of(new WriteId("write-" + ++orders), Instant.EPOCH)));
  }

  private static MessageRecord record(MessageContent content, String writeId) {
    return new MessageRecord(
        new SessionId("s"), content, WriteMark.of(new WriteId(writeId), Instant.EPOCH));
  }

  private final class Scripted implements MessageStore {

    @Override
    public CompletionStage<ReadOutcome<MessageRecord>> read(SessionId session, MessageKey key) {
      return CompletableFuture.completedFuture(
          new ReadOutcome.Found<>(stored, new Version("" + version)));
    }

    @Override
    public CompletionStage<WriteOutcome> create(MessageRecord record) {
      throw new AssertionError("The message has a record.");
    }

    @Override
    public CompletionStage<WriteOutcome> replace(MessageRecord record, Version over) {
      return CompletableFuture.completedFuture(write(record, over));
    }

    private WriteOutcome write(MessageRecord record, Version over) {
      issued.add(record.stamp().writeId());
      Fate fate = fates.isEmpty() ? Fate.WRITTEN : fates.remove();
      if (fate == Fate.LOST) {
        return new WriteOutcome.Unknown("the wire was cut");
      }
      if (fate == Fate.RECEIVER_IS_FASTER) {
        Owner receiver =
            new Owner(new RegionName("east"), new InstanceId("i"), new ClaimId("theirs"));
        stored = record(BLOCKING.takenBy(receiver, 8, MessageAttempts.first(0)), "theirs");
        version++;
      }
      if (!over.equals(new Version("" + version))) {
        return new WriteOutcome.Conflict();
      }
      stored = record;
      version++;
      return fate == Fate.LANDS_UNHEARD
          ? new WriteOutcome.Unknown("no answer")
          : new WriteOutcome.Written(new Version("" + version));
    }
  }
}
