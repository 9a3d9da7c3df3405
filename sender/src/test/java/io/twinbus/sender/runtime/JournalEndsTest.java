package io.twinbus.sender.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.sender.journal.FailingDisk;
import io.twinbus.sender.journal.FailingDisk.Call;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.journal.LogPosition;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.settings.Fsync;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What stands on the disk when a journal's process or machine ends. */
class JournalEndsTest {

  private static final Duration BOUND = Duration.ofSeconds(60);

  private final FailingDisk disk = new FailingDisk("boot");
  private final JournalStage.Heard heard = new JournalStage.Heard();

  @Test
  void withAnIntervalTheMessagesAreForcedSoon() {
    JournalWriter writer = writer(Fsync.INTERVAL);

    append(writer, 1);

    await().atMost(BOUND).until(() -> leftAfterPowerLoss().equals(List.of(1L)));
  }

  @Test
  void whatWasNeverForcedIsForcedByTheClose() throws Exception {
    JournalWriter writer = writer(Fsync.NEVER);
    append(writer, 1);

    writer.close(BOUND);

    assertThat(leftAfterPowerLoss()).containsExactly(1L);
    assertThat(disk.note()).contains("closed");
  }

  @Test
  void whatAKilledProcessDidNotForceIsForcedBeforeItsSuccessorSendsIt() throws Exception {
    append(writer(Fsync.NEVER), 1);

    assertThat(JournalStage.open(disk, Fsync.EACH).recovered().unsettled()).hasSize(1);

    assertThat(leftAfterPowerLoss()).containsExactly(1L);
  }

  @Test
  void aSegmentIsDroppedOnlyWhenAllBehindItIsDurable() throws Exception {
    JournalWriter writer = writer(Fsync.NEVER);
    writer.carryOut(new Effect.RollSegment(2, List.of(new JournalRecord.SegmentStart(2, 1))));
    append(writer, 1);
    List<List<Long>> left = new ArrayList<>();
    disk.failWhen(
        (call, number) -> {
          if (call == Call.DELETE) {
            left.add(leftAfterPowerLoss());
          }
          return false;
        });

    writer.carryOut(new Effect.DropSegments(List.of(1L)));
    await().atMost(BOUND).until(() -> disk.segments().equals(List.of(2L)));

    assertThat(left).containsExactly(List.of(1L));
    writer.close(BOUND);
  }

  @Test
  void theSpaceThatASegmentTakesFromItsStartOnIsCountedAndGivenBackWithIt() throws Exception {
    JournalWriter writer = writer(Fsync.EACH);
    for (long segment = 2; segment <= 4; segment++) {
      writer.carryOut(
          new Effect.RollSegment(
              segment, List.of(new JournalRecord.SegmentStart(segment, segment - 1))));
      append(writer, segment - 1);
    }

    writer.carryOut(new Effect.DropSegments(List.of(1L, 2L, 3L)));
    append(writer, 4);

    assertThat(disk.segments()).containsExactly(4L);
    assertThat(writer.statistics(new TreeMap<>()).bytes()).isEqualTo(disk.size(4));
    writer.close(BOUND);
  }

  /** Without an answer the lanes would wait for it, and the region would get nothing any more. */
  @Test
  void whatCannotBeReadBackIsAnsweredWithNothingSoThatTheLanesAskAgain() throws Exception {
    Queue<Event.Recalled> answers = new ConcurrentLinkedQueue<>();
    JournalWriter.Owner owner =
        new JournalWriter.Owner() {
          @Override
          public void post(Event event) {
            if (event instanceof Event.Recalled recalled) {
              answers.add(recalled);
            }
          }

          @Override
          public void journalFailed(Throwable cause) {
            throw new AssertionError("the writer has ended", cause);
          }
        };
    JournalWriter writer =
        new JournalWriter(
            JournalStage.open(disk, Fsync.EACH), JournalStage.settings(Fsync.EACH), owner);
    LogPosition nowhere = new LogPosition(7, 0);

    writer.carryOut(new Effect.Recall(JournalStage.EAST, nowhere, 10, 1_000));

    await().atMost(BOUND).until(() -> !answers.isEmpty());
    assertThat(answers).containsExactly(new Event.Recalled(JournalStage.EAST, List.of(), nowhere));
    writer.close(BOUND);
  }

  @Test
  void behindARecordThatCouldNotBeWrittenNothingIsWritten() throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    heard.pauses(goOn);
    JournalWriter writer = writer(Fsync.EACH);
    append(writer, 1);
    AtomicInteger left = new AtomicInteger(2);
    disk.failWhen((call, number) -> call == Call.APPEND && left.getAndDecrement() > 0);
    writer.carryOut(append(2));
    await().atMost(BOUND).until(() -> left.get() == 1);
    writer.carryOut(new Effect.RollSegment(2, List.of(new JournalRecord.SegmentStart(2, 3))));
    writer.carryOut(append(3));
    writer.carryOut(new Effect.DropSegments(List.of(1L)));

    // The sender closes; the last try fails, too, and from then on the disk works.
    Thread closing = new Thread(() -> close(writer));
    closing.start();
    await().atMost(BOUND).until(() -> closing.getState() == Thread.State.TIMED_WAITING);
    goOn.countDown();
    closing.join();

    assertThat(left).as("both tries were made").hasNonPositiveValue();
    assertThat(disk.segments()).containsExactly(1L);
    assertThat(disk.note().orElseThrow()).startsWith("open");
    assertThat(JournalStage.left(disk, Fsync.EACH)).containsExactly(1L);
    assertThat(heard.durable()).containsExactly(1L);
  }

  @Test
  void aWriterThatCrashesSaysSo() throws Exception {
    JournalWriter writer = writer(Fsync.EACH);
    disk.failWhen(
        (call, number) -> {
          throw new AssertionError("a defect");
        });

    writer.carryOut(append(1));

    await().atMost(BOUND).until(() -> heard.failure() != null);
    assertThat(heard.durable()).isEmpty();
    disk.failWhen((call, number) -> false);
    writer.close(BOUND);
    assertThat(disk.note().orElseThrow()).startsWith("open");
  }

  private JournalWriter writer(Fsync fsync) {
    return new JournalWriter(JournalStage.open(disk, fsync), JournalStage.settings(fsync), heard);
  }

  private static void close(JournalWriter writer) {
    try {
      writer.close(BOUND);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void append(JournalWriter writer, long index) {
    writer.carryOut(append(index));
    await().atMost(BOUND).until(() -> heard.durable().contains(index));
  }

  private static Effect append(long index) {
    return new Effect.Append(index, JournalStage.message(index));
  }

  private List<Long> leftAfterPowerLoss() {
    return JournalStage.left(disk.afterPowerLoss(), Fsync.NEVER);
  }
}
