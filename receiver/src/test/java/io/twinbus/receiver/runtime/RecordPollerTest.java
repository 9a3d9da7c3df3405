package io.twinbus.receiver.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.VersionsOutcome;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.ticked.TickedTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * That every look is answered, by one question or by a read of its own. No session has a record.
 */
class RecordPollerTest {

  private static final ReadOutcome<SessionRecord> ABSENT = new ReadOutcome.Absent<>();
  private static final int MANY = 5;

  @AutoClose("shutdownNow")
  private final TickedTimer timer = new TickedTimer();

  private final Sessions store = new Sessions();
  private boolean isEnding;
  private final RecordPoller poller =
      new RecordPoller(
          store,
          new Bounded(Duration.ofSeconds(1), new Deadlines(timer)),
          task -> {
            if (isEnding) {
              throw new RejectedExecutionException("the process ends");
            }
            var unused =
                timer.schedule(task, RecordPoller.GATHER.toMillis(), TimeUnit.MILLISECONDS);
          });

  @Test
  void aFewAreReadOneByOneAndManyAreOneQuestion() {
    List<CompletableFuture<ReadOutcome<SessionRecord>>> few = look(MANY - 1);
    timer.pass(RecordPoller.GATHER);
    assertThat(few).allMatch(CompletableFuture::isDone);
    assertThat(store.reads).isEqualTo(MANY - 1);
    assertThat(store.questions).isEmpty();

    List<CompletableFuture<ReadOutcome<SessionRecord>>> many = look(MANY);
    timer.pass(RecordPoller.GATHER);

    assertThat(many).allSatisfy(each -> assertThat(each).isCompletedWithValue(ABSENT));
    assertThat(store.questions).containsExactly(MANY);
    assertThat(store.reads).isEqualTo(MANY - 1);
  }

  @Test
  void bothLooksOfOneSessionAreAnswered() {
    var first = look("s");
    var second = look("s");

    timer.pass(RecordPoller.GATHER);

    assertThat(first).isCompletedWithValue(ABSENT);
    assertThat(second).isCompletedWithValue(ABSENT);
    assertThat(store.reads).isEqualTo(1);
  }

  @Test
  void aQuestionThatIsFullIsAskedAtOnceAndTheNextLookIsNotForgotten() {
    var full = look(SessionStore.MOST_VERSIONS);
    assertThat(full).allMatch(CompletableFuture::isDone);
    assertThat(store.questions).containsExactly(SessionStore.MOST_VERSIONS);

    var next = look("next");
    timer.pass(RecordPoller.GATHER);

    assertThat(next).isCompletedWithValue(ABSENT);
  }

  @Test
  void whileTheProcessEndsALookIsAnsweredAllTheSame() {
    isEnding = true;

    assertThat(look("s")).isCompletedWithValue(ABSENT);
  }

  @Test
  void afterThreeQuestionsInARowThatFailedLooksAreReadOneByOne() {
    store.fails = true;
    for (int n = 0; n < 2; n++) {
      ask();
    }
    store.fails = false;
    ask();
    store.fails = true;
    assertThat(store.reads).as("a question that was answered counts anew").isZero();
    for (int n = 0; n < 3; n++) {
      ask();
    }
    assertThat(store.reads).isZero();
    assertThat(store.questions).hasSize(6);

    List<CompletableFuture<ReadOutcome<SessionRecord>>> answers = ask();

    assertThat(answers).allSatisfy(each -> assertThat(each).isCompletedWithValue(ABSENT));
    assertThat(store.reads).isEqualTo(MANY);
    assertThat(store.questions).hasSize(6);
    for (int n = 0; n < 15; n++) {
      ask();
    }
    assertThat(store.questions).as("now and then it is tried again").hasSize(7);
  }

  private List<CompletableFuture<ReadOutcome<SessionRecord>>> ask() {
    List<CompletableFuture<ReadOutcome<SessionRecord>>> answers = look(MANY);
    timer.pass(RecordPoller.GATHER);
    assertThat(answers).allMatch(CompletableFuture::isDone);
    return answers;
  }

  private List<CompletableFuture<ReadOutcome<SessionRecord>>> look(int sessions) {
    List<CompletableFuture<ReadOutcome<SessionRecord>>> answers = new ArrayList<>();
    for (int n = 0; n < sessions; n++) {
      answers.add(look("s" + n));
    }
    return answers;
  }

  private CompletableFuture<ReadOutcome<SessionRecord>> look(String session) {
    return poller.look(new SessionId(session), ABSENT).toCompletableFuture();
  }

  /** Answers at once. */
  private static final class Sessions implements SessionStore {

    private final List<Integer> questions = new ArrayList<>();
    private int reads;
    private boolean fails;

    @Override
    public CompletionStage<ReadOutcome<SessionRecord>> read(SessionId session) {
      reads++;
      return CompletableFuture.completedFuture(ABSENT);
    }

    @Override
    public CompletionStage<VersionsOutcome> versions(Set<SessionId> sessions) {
      questions.add(sessions.size());
      return CompletableFuture.completedFuture(
          fails ? new VersionsOutcome.Unknown("no answer") : new VersionsOutcome.Known(Map.of()));
    }

    @Override
    public CompletionStage<WriteOutcome> create(SessionRecord record) {
      return CompletableFuture.failedFuture(new AssertionError("nothing is written"));
    }

    @Override
    public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
      return CompletableFuture.failedFuture(new AssertionError("nothing is written"));
    }
  }
}
