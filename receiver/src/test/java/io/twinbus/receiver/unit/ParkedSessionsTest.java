package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.LeaseTimes;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.runtime.Receiver;
import io.twinbus.receiver.runtime.ReceiverOptions;
import io.twinbus.receiver.runtime.ReceiverStatus;
import io.twinbus.receiver.session.FlowSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Sessions that wait for somebody else, on clocks that run ten times as fast. */
class ParkedSessionsTest {

  private static final int FASTER = 10;
  private static final int PARKED = 40;

  /** Who is starved for less than ten seconds does not take an accepted session for an idle one. */
  private static final Duration LINGER = Duration.ofSeconds(100);

  private static final Clocks FAST =
      () -> new Now(new MonotonicTime(System.nanoTime() * FASTER), Instant.now());

  private final MemoryBroker broker = new MemoryBroker();
  private final MemoryLedger ledger = new MemoryLedger();
  private final List<String> handled = new CopyOnWriteArrayList<>();
  private final List<Receiver> receivers = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    receivers.forEach(Receiver::close);
  }

  @Test
  void withOnePlaceEverySessionHasItsTurn() {
    park(3);
    broker.send("mine", 1);

    Receiver receiver = start(1);

    await().until(() -> handled.contains("mine1"));
    await().until(() -> receiver.status().turnover().sentAway() >= 3);
    ReceiverStatus.Turnover turnover = receiver.status().turnover();
    assertThat(turnover.accepted() - turnover.sentAway())
        .as("accepted: who holds the place now, who was sent away, and the one that moved")
        .isLessThanOrEqualTo(2);
    assertThat(broker.mostOpen())
        .as("one at work, and two whose last writes are under way")
        .isLessThanOrEqualTo(3);
  }

  @Test
  void withRoomForAllNobodyIsSentAwayAndAChangedRecordIsSeen() {
    park(PARKED);
    Receiver receiver = start(PARKED + 10);
    await().until(() -> receiver.status().load().parked() == PARKED);
    await().until(this::questionsAboutAllGoByWithoutARead);
    long reads = ledger.reads();
    ledger.put(free("blocked7"));

    await().until(() -> handled.contains("blocked71"));
    assertThat(handled).containsExactly("blocked71");
    assertThat(ledger.reads() - reads).as("only what has changed is read").isLessThan(PARKED);
    assertThat(receiver.status().turnover().sentAway()).isZero();
    assertThat(broker.accepts()).isEqualTo(PARKED);
  }

  @Test
  void aLedgerThatAnswersNoQuestionsIsReadInstead() {
    ledger.refuseQuestions();
    park(PARKED);
    start(PARKED + 10);
    await().until(() -> ledger.questions() >= 3);

    ledger.put(free("blocked7"));

    await().until(() -> handled.contains("blocked71"));
  }

  /**
   * Each session has been asked about twice, on average, and none was read: nothing had changed.
   * Fewer than five looks that a slow machine separates from the others are read one by one; then
   * this is false once.
   */
  private boolean questionsAboutAllGoByWithoutARead() {
    long reads = ledger.reads();
    long asked = ledger.versionsAsked();
    await().until(() -> ledger.versionsAsked() >= asked + 2 * PARKED);
    return ledger.reads() == reads;
  }

  private void park(int count) {
    for (int n = 0; n < count; n++) {
      broker.send("blocked" + n, 1);
      ledger.put(blocked("blocked" + n));
    }
  }

  private Receiver start(int places) {
    FlowSettings flow = FlowSettings.ofDefaults();
    Receiver receiver =
        Receiver.start(
            new Receiver.Parts(
                new Receiver.Parts.Place(new RegionName("east"), ReceiverDriver.QUEUE),
                broker,
                new Receiver.Parts.Records(ledger, new MemoryMessages()),
                ledger.instances(),
                (message, invocation) -> {
                  handled.add(message.id().value());
                  return CompletableFuture.completedFuture(new HandlerOutcome.Completed());
                }),
            new ReceiverOptions(
                new FlowSettings(
                    new FlowSettings.Pace(
                        LINGER,
                        Duration.ofMillis(200),
                        flow.pace().gapGrace(),
                        flow.pace().stuckAfter(),
                        Duration.ofSeconds(1)),
                    flow.attempts(),
                    flow.window(),
                    flow.commit(),
                    flow.gaps()),
                new LeaseTimes(
                    Duration.ofMillis(500), Duration.ofSeconds(100), Duration.ofMillis(500)),
                ReceiverOptions.Limits.ofSessions(places),
                Duration.ofSeconds(1)),
            (who, fact) -> {},
            FAST);
    receivers.add(receiver);
    return receiver;
  }

  private static SessionRecord blocked(String session) {
    Block block = new Block("for a test", null, "operator", Instant.EPOCH);
    return record(session, new Custody(SessionStatus.BLOCKED, null, 7, block));
  }

  private static SessionRecord free(String session) {
    return record(session, new Custody(SessionStatus.IDLE, null, 8, null));
  }

  private static SessionRecord record(String session, Custody custody) {
    return SessionRecord.first(
        new SessionId(session), custody, WriteMark.of(new WriteId("w"), Instant.now()));
  }
}
