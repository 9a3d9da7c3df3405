package io.twinbus.ops.acts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.ledger.LedgerAccess;
import io.twinbus.ops.servicebus.QueueAccess;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes of an act on many sessions, where time passes while it waits and never else. */
class SessionBulkTest {

  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final int MANY = 40;

  private final AtomicLong waited = new AtomicLong();
  private final CliContext context =
      new CliContext(
          LedgerAccess.cosmos(),
          QueueAccess.serviceBus(),
          () -> new Now(new MonotonicTime(waited.get()), Instant.EPOCH.plusNanos(waited.get())),
          time -> waited.addAndGet(time.toNanos()),
          Map.of());

  /** Somebody else was faster: that says nothing of the sessions that follow. */
  @ParameterizedTest
  @EnumSource(names = {"CONFLICT", "NOT_FOUND"})
  void refusalsAreLeftAndNoReasonToStop(ExitCode code) throws Exception {
    SessionBulk.Outcome outcome = run(session -> fail(code));

    assertThat(outcome.left()).isEqualTo(MANY);
    assertThat(outcome.acted() + outcome.failed() + outcome.untried()).isZero();
    assertThat(outcome.sentences()).hasSize(5);
    assertThat(outcome.isComplete()).isFalse();
  }

  @Test
  void failuresInARowEndIt() throws Exception {
    SessionBulk.Outcome outcome = run(session -> fail(ExitCode.FAILURE));

    assertThat(outcome.failed())
        .isBetween(SessionBulk.MOST_FAILURES, SessionBulk.MOST_FAILURES + SessionBulk.AT_ONCE);
    assertThat(outcome.untried()).isEqualTo(MANY - outcome.failed());
    assertThat(outcome.isComplete()).isFalse();
  }

  /** More failures than end it in a row; but the ledger takes every second act. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void failuresWithAnAnswerBetweenThemDoNotEndIt(boolean isRefusal) throws Exception {
    SessionBulk.Outcome outcome =
        new SessionBulk(
                context,
                10,
                session -> {
                  if (Integer.parseInt(session.value().substring(1)) % 2 == 0) {
                    fail(ExitCode.FAILURE);
                  } else if (isRefusal) {
                    fail(ExitCode.CONFLICT);
                  }
                },
                tried -> {})
            .run(sessions());

    assertThat(outcome.failed()).isEqualTo(MANY / 2);
    assertThat(outcome.acted() + outcome.left()).isEqualTo(MANY / 2);
    assertThat(outcome.untried()).isZero();
  }

  @Test
  void aDefectOfOneIsAFailureAndTheOthersGoOn() throws Exception {
    SessionBulk.Outcome outcome =
        run(
            session -> {
              if (session.value().equals("s7")) {
                throw new IllegalStateException("a defect");
              }
            });

    assertThat(outcome.acted()).isEqualTo(MANY - 1);
    assertThat(outcome.failed()).isEqualTo(1);
    assertThat(outcome.sentences()).singleElement().asString().contains("'s7'", "a defect");
  }

  @Test
  void eightAreActedOnAtOnceAndNoMore() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CompletableFuture<SessionBulk.Outcome> end =
        begin(
            session -> {
              most.accumulateAndGet(running.incrementAndGet(), Math::max);
              awaitOpen(gate);
              running.decrementAndGet();
            });
    await().atMost(BOUND).until(() -> running.get() == SessionBulk.AT_ONCE);

    gate.countDown();

    assertThat(end).succeedsWithin(BOUND).matches(SessionBulk.Outcome::isComplete);
    assertThat(most).hasValue(SessionBulk.AT_ONCE);
  }

  @Test
  void itKeepsToTheRate() throws Exception {
    assertThat(run(session -> {}).acted()).isEqualTo(MANY);

    assertThat(Duration.ofNanos(waited.get())).isEqualTo(Duration.ofMillis(100 * (MANY - 1)));
  }

  /** Each act stands by itself: those that were begun end, and the caller's thread knows why. */
  @Test
  @Timeout(120)
  void anInterruptionEndsItWhenThoseThatWereBegunHaveEnded() {
    AtomicInteger acted = new AtomicInteger();
    CliContext interrupted =
        new CliContext(
            context.ledger(),
            context.queues(),
            context.clocks(),
            time -> {
              if (waited.addAndGet(time.toNanos()) == Duration.ofMillis(300).toNanos()) {
                throw new InterruptedException();
              }
            },
            Map.of());
    SessionBulk bulk =
        new SessionBulk(interrupted, 10, session -> acted.incrementAndGet(), tried -> {});

    assertThatThrownBy(() -> bulk.run(sessions()))
        .isInstanceOf(CommandFailure.class)
        .hasMessage("Interrupted.");

    assertThat(Thread.interrupted()).as("whoever called it sees the interruption, too").isTrue();
    assertThat(acted).hasValue(3);
  }

  private static List<SessionId> sessions() {
    return IntStream.range(0, MANY).mapToObj(i -> new SessionId("s" + i)).toList();
  }

  private SessionBulk.Outcome run(SessionBulk.SingleAct act) throws Exception {
    return begin(act).get(BOUND.toSeconds(), TimeUnit.SECONDS);
  }

  /** On ten sessions a second. */
  private CompletableFuture<SessionBulk.Outcome> begin(SessionBulk.SingleAct act) {
    CompletableFuture<SessionBulk.Outcome> end = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> end.complete(new SessionBulk(context, 10, act, tried -> {}).run(sessions())));
    thread.setDaemon(true);
    thread.start();
    return end;
  }

  private static void fail(ExitCode code) {
    throw new CommandFailure(code, "no");
  }

  private static void awaitOpen(CountDownLatch gate) {
    try {
      assertThat(gate.await(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
