package io.twinbus.sender.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MILLISECOND;

import io.twinbus.sender.journal.FailingDisk;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.journal.LogPosition;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.settings.Fsync;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The journal on a disk of which a call fails, whichever it is, and another one soon after, in a
 * machine that loses its power before or within any call: nothing that was called durable is lost,
 * and nothing stands twice.
 */
class JournalOnFailingDiskTest {

  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final long LAST = 9;

  /** After every message with such an index a segment begins. */
  private static final int A_SEGMENT = 4;

  /** A second call fails so many calls later, or sooner. */
  private static final int SOON = 6;

  private final Random random = new Random(7);

  /**
   * What is left of a disk at a moment.
   *
   * @param durable which messages had been called durable, and not been dropped since
   */
  private record Image(FailingDisk disk, Set<Long> durable, int call) {}

  /** One life of a journal: its disk at every call, and how many there were. */
  private record Life(List<Image> images, int calls) {}

  @Test
  void everyCallMayFailAndPowerMayBeLostAtEveryCall() throws Exception {
    int calls = live(Fsync.EACH, 0).calls();
    assertThat(calls).isGreaterThan(25);

    for (int failing = 1; failing <= calls; failing++) {
      for (Image image : live(Fsync.EACH, failing).images()) {
        assertThat(JournalStage.left(image.disk(), Fsync.EACH))
            .as("call %d failed, power was lost at call %d", failing, image.call())
            .doesNotHaveDuplicates()
            .isSorted()
            .containsAll(image.durable());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Fsync.class,
      names = {"INTERVAL", "NEVER"})
  void whereLessIsForcedALossOfPowerTakesOnlyTheEnd(Fsync fsync) throws Exception {
    for (int failing = 0; failing <= 25; failing++) {
      for (Image image : live(fsync, failing).images()) {
        List<Long> left = JournalStage.left(image.disk(), fsync);
        assertThat(left)
            .as("call %d failed, power was lost at call %d", failing, image.call())
            .isEqualTo(
                left.isEmpty()
                    ? left
                    : LongStream.rangeClosed(left.get(0), left.get(left.size() - 1))
                        .boxed()
                        .toList());
      }
    }
  }

  /**
   * Messages, ends of copies, new segments and a dropped one; two calls fail, the first is number
   * {@code failing}.
   */
  private Life live(Fsync fsync, int failing) throws Exception {
    FailingDisk disk = new FailingDisk("boot");
    JournalStage.Heard heard = new JournalStage.Heard();
    Set<Long> durable = heard.durable();
    List<Image> images = new ArrayList<>();
    OpenJournal journal = JournalStage.open(disk, fsync);
    int before = disk.calls();
    Runnable look =
        () -> {
          int call = disk.calls() - before;
          images.add(new Image(disk.afterPowerLoss(random), Set.copyOf(durable), call));
        };
    int again = before + failing + 1 + random.nextInt(SOON);
    disk.failWhen((call, number) -> number == before + failing || number == again);
    disk.beforeEach(look);
    JournalWriter writer = new JournalWriter(journal, JournalStage.settings(fsync), heard);
    for (long index = 1; index <= LAST; index++) {
      writer.carryOut(new Effect.Append(index, JournalStage.message(index)));
      long awaited = index;
      await().atMost(BOUND).pollInterval(ONE_MILLISECOND).until(() -> durable.contains(awaited));
      writer.carryOut(
          new Effect.Append(index, new JournalRecord.CopyEnded(index, JournalStage.EAST, true)));
      if (index % A_SEGMENT == 0) {
        long segment = 1 + index / A_SEGMENT;
        JournalRecord start = new JournalRecord.SegmentStart(segment, index + 1);
        writer.carryOut(new Effect.RollSegment(segment, List.of(start)));
      }
      if (index == 2 * A_SEGMENT) {
        durable.removeIf(each -> each <= A_SEGMENT);
        writer.carryOut(new Effect.DropSegments(List.of(1L)));
      }
    }
    writer.carryOut(
        new Effect.Recall(JournalStage.EAST, new LogPosition(2, 0), (int) LAST, Long.MAX_VALUE));
    await().atMost(BOUND).pollInterval(ONE_MILLISECOND).until(() -> !heard.recalled().isEmpty());
    writer.close(BOUND);
    look.run();
    assertThat(heard.recalled()).as("call %d failed", failing).containsExactly(5L, 6L, 7L, 8L, 9L);
    return new Life(images, disk.calls() - before);
  }
}
