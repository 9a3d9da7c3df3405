package io.twinbus.console.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.ledger.LedgerAccess;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Questions and acts while the regions' queues do not answer. */
class CommandRunsTest {

  private static final Duration BOUND = Duration.ofSeconds(30);
  private static final int QUESTIONS = 4 + 32;
  private static final int ACTS = 2 + 8;
  private static final int KEPT = 200;
  private static final Duration FRESH = Duration.ofSeconds(3);
  private static final List<String> NEEDS_NO_QUEUE =
      List.of("config", "explain", "twinbus.receiver.lease");

  private final CountDownLatch answered = new CountDownLatch(1);
  private final AtomicInteger opened = new AtomicInteger();
  private final ExecutorService viewers = Executors.newCachedThreadPool();
  private final CommandRuns runs = runs(Clocks.system());
  private volatile Instant now = Instant.EPOCH;
  private volatile double cost;

  /** Commands whose time and cost a test says. */
  private final CommandRuns paced =
      runs(() -> new Now(new MonotonicTime(now.toEpochMilli() * 1_000_000), now));

  @AfterEach
  void close() {
    answered.countDown();
    runs.close();
    paced.close();
    viewers.shutdownNow();
  }

  @Test
  void anActDoesNotWaitForQuestions() {
    List<CompletableFuture<CommandReply>> asked =
        all(QUESTIONS + 3, n -> runs.ask(Duration.ZERO, letters(n).toArray(String[]::new)));

    assertThat(refused(asked, 3)).allMatch(line -> line.contains("too many questions to answer"));
    assertThat(runs.act(NEEDS_NO_QUEUE).code()).isZero();
    await().atMost(BOUND).until(() -> opened.get() == 2 * 4); // two regions each
  }

  @Test
  void aQuestionDoesNotWaitForActs() {
    List<CompletableFuture<CommandReply>> asked = all(ACTS + 3, n -> runs.act(letters(n)));

    assertThat(refused(asked, 3)).allMatch(line -> line.contains("too many acts to carry out"));
    assertThat(runs.ask(Duration.ZERO, NEEDS_NO_QUEUE.toArray(String[]::new)).code()).isZero();
    await().atMost(BOUND).until(() -> opened.get() == 2 * 2); // two regions each
  }

  @Test
  void anAnswerIsSharedUntilAnActMayHaveChangedIt() {
    CommandReply first = explained("twinbus.receiver.lease");
    assertThat(first.code()).isZero();
    assertThat(explained("twinbus.receiver.lease")).isSameAs(first);

    runs.act(NEEDS_NO_QUEUE);

    assertThat(explained("twinbus.receiver.lease")).isNotSameAs(first);
  }

  @Test
  void anAnswerIsSharedForItsTimeAndNotAMomentLonger() {
    CommandReply first = explainedWithin(FRESH);

    now = now.plus(FRESH).minusNanos(1);
    assertThat(explainedWithin(FRESH)).isSameAs(first);
    now = now.plusNanos(1);
    assertThat(explainedWithin(FRESH)).isNotSameAs(first);
  }

  /** Above the budget, pages show what they have, for five minutes. */
  @Test
  void anAnswerStandsLongerWhileTheBudgetIsSpent() {
    CommandReply first = explainedWithin(FRESH);
    cost = 1_000_000;

    now = now.plus(Duration.ofMinutes(5)).minusNanos(1);
    assertThat(explainedWithin(FRESH)).isSameAs(first);
    now = now.plusNanos(1);
    assertThat(explainedWithin(FRESH)).isNotSameAs(first);
  }

  /** It tells nothing that could stand: the next one who asks may be luckier. */
  @Test
  void anAnswerThatTellsNothingDoesNotStandLonger() {
    CommandReply first = paced.ask(FRESH, "config", "explain", "no.such.setting");
    assertThat(first.isTold()).isFalse();
    cost = 1_000_000;

    now = now.plus(FRESH);

    assertThat(paced.ask(FRESH, "config", "explain", "no.such.setting")).isNotSameAs(first);
  }

  private CommandReply explainedWithin(Duration fresh) {
    return paced.ask(fresh, NEEDS_NO_QUEUE.toArray(String[]::new));
  }

  @Test
  void theOldestAnswerGivesWayToTheNewestOfTooMany() {
    CommandReply first = explained("0");
    CommandReply second = explained("1");
    for (int n = 2; n < KEPT; n++) {
      explained(String.valueOf(n));
    }
    assertThat(explained("0")).isSameAs(first);

    explained("one more");

    assertThat(explained("1")).isSameAs(second);
    assertThat(explained("0")).isNotSameAs(first);
  }

  private CommandReply explained(String setting) {
    return runs.ask(Duration.ofHours(1), "config", "explain", setting);
  }

  /** A look at both regions' dead letters. */
  private static List<String> letters(int scan) {
    return List.of("dlq", "list", "--scan=" + (scan + 1));
  }

  private List<CompletableFuture<CommandReply>> all(int count, IntFunction<CommandReply> call) {
    List<CompletableFuture<CommandReply>> all = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      int number = n;
      all.add(CompletableFuture.supplyAsync(() -> call.apply(number), viewers));
    }
    return all;
  }

  /** What the console says to those that it refuses; the others wait. */
  private List<String> refused(List<CompletableFuture<CommandReply>> asked, int count) {
    await()
        .atMost(BOUND)
        .until(() -> asked.stream().filter(CompletableFuture::isDone).count() == count);
    return asked.stream()
        .filter(CompletableFuture::isDone)
        .flatMap(reply -> reply.join().sentences().stream())
        .toList();
  }

  private CommandRuns runs(Clocks clocks) {
    LedgerAccess none =
        settings -> {
          throw new AssertionError("No ledger is asked.");
        };
    CliContext context =
        new CliContext(
            none,
            (region, entity) -> {
              opened.incrementAndGet();
              await().atMost(Duration.ofMinutes(2)).until(() -> answered.getCount() == 0);
              throw new IllegalStateException("The test is over.");
            },
            clocks,
            time -> {},
            Map.of(
                "TWINBUS_REGIONS_EAST_NAMESPACE", "east.example.com",
                "TWINBUS_REGIONS_WEST_NAMESPACE", "west.example.com",
                "TWINBUS_LEDGER_ENDPOINT", "https://ledger.example.com"));
    return new CommandRuns(
        context,
        new CommandWords(List.of(), Optional.empty()),
        new SharedLedger(none),
        new RequestBudget(),
        () -> cost);
  }
}
