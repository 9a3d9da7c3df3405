package io.twinbus.sender.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.protocol.StreamId;
import io.twinbus.sender.journal.FailingDisk.Call;
import io.twinbus.sender.message.OutboundMessage;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a log's calls have made durable when its machine loses its power behind them. */
class LogAfterPowerLossTest {

  private final FailingDisk disk = new FailingDisk("boot");

  @Test
  void whatAProcessDidNotForceIsForcedWhenTheLogIsOpened() throws IOException {
    begun().append(List.of(message(1)));

    open(disk);

    assertThat(left()).containsExactly(1L);
  }

  @Test
  void aNewSegmentAndAllBeforeItIsDurable() throws IOException {
    JournalLog log = begun();
    log.append(List.of(message(1)));

    log.roll(2, List.of(start(2, 2)));

    assertThat(left()).containsExactly(1L);
    assertThat(disk.afterPowerLoss().segments()).containsExactly(1L, 2L);
    assertThat(disk.afterPowerLoss().size(2)).isEqualTo(disk.size(2));
  }

  @Test
  void aSegmentCanBeBegunAgainAfterAnAttemptThatFailed() throws IOException {
    JournalLog log = begun();
    failOnce(Call.APPEND);
    assertThatThrownBy(() -> log.roll(2, List.of(start(2, 1)))).isInstanceOf(IOException.class);

    log.roll(2, List.of(start(2, 1)));
    log.append(List.of(message(1)));
    log.force();

    assertThat(left()).containsExactly(1L);
  }

  @Test
  void whatCouldNotBeForcedInANewSegmentIsDurableAfterTheNextForce() throws IOException {
    JournalLog log = begun();
    for (long index = 1; index <= 5; index++) {
      log.append(List.of(message(index)));
    }
    log.roll(2, List.of(start(2, 6)));
    log.append(List.of(message(6)));
    failOnce(Call.FORCE);
    assertThatThrownBy(log::force).isInstanceOf(IOException.class);

    log.force();
    log.append(List.of(message(7)));
    log.force();

    assertThat(left()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
  }

  @Test
  void whatWasRewoundIsGone() throws IOException {
    JournalLog log = begun();
    log.append(List.of(message(1)));
    LogPosition before = log.tail();
    log.append(List.of(message(2)));

    log.rewind(before);
    log.append(List.of(message(3)));
    log.force();

    assertThat(left()).containsExactly(1L, 3L);
  }

  @Test
  void whatWasRewoundAfterAForceThatFailedIsGone() throws IOException {
    JournalLog log = begun();
    log.append(List.of(message(1)));
    LogPosition before = log.tail();
    log.append(List.of(message(2)));
    failOnce(Call.FORCE);
    assertThatThrownBy(log::force).isInstanceOf(IOException.class);

    log.rewind(before);
    log.append(List.of(message(3)));
    log.force();

    assertThat(left()).containsExactly(1L, 3L);
  }

  @Test
  void aRewindOfNothingLeavesTheDiskAlone() throws IOException {
    JournalLog log = begun();
    log.append(List.of(message(1)));
    List<Call> calls = calls();

    log.rewind(log.tail());

    assertThat(calls).isEmpty();
  }

  /** Cutting it off, to append it anew, would lose what the disk may still write by itself. */
  @Test
  void whatCouldBeNeitherForcedNorReadIsNotCutOff() throws IOException {
    JournalLog log = open(unreadable());
    log.roll(1, List.of(start(1, 1)));
    log.append(List.of(message(1)));
    long size = disk.size(1);
    failOnce(Call.FORCE);
    assertThatThrownBy(log::force).isInstanceOf(IOException.class);

    assertThatThrownBy(log::force)
        .isInstanceOf(IOException.class)
        .hasMessage("what could not be forced cannot be read back either");

    assertThat(disk.size(1)).isEqualTo(size);
  }

  @Test
  void anAppendThatFailedIsCutOffEvenWhenTheCutCouldNotBeForced() throws IOException {
    JournalLog log = begun();
    log.append(List.of(message(1)));
    LogPosition before = log.tail();
    disk.failWhen((call, number) -> call == Call.APPEND || call == Call.TRUNCATE);
    assertThatThrownBy(() -> log.append(List.of(message(2)))).isInstanceOf(IOException.class);
    disk.failWhen((call, number) -> false);

    log.rewind(before);
    log.append(List.of(message(3)));
    log.force();

    assertThat(left()).containsExactly(1L, 3L);
  }

  @Test
  void anOpenedLogThatIsWholeIsForcedAndNotChanged() throws IOException {
    begun().append(List.of(message(1)));
    List<Call> calls = calls();

    open(disk);

    assertThat(calls).containsExactly(Call.FORCE);
  }

  @Test
  void aSegmentThatWasJustBeingBegunIsDeletedUncut() throws IOException {
    JournalLog log = begun();
    disk.failWhen((call, number) -> call == Call.APPEND);
    assertThatThrownBy(() -> log.roll(2, List.of(start(2, 1)))).isInstanceOf(IOException.class);
    List<Call> calls = calls();

    open(disk);

    assertThat(calls).containsExactly(Call.DELETE, Call.FORCE);
    assertThat(disk.segments()).containsExactly(1L);
  }

  @Test
  void aLogWithoutASegmentHasNothingToForce() throws IOException {
    List<Call> calls = calls();

    assertThat(open(disk).tail()).isEqualTo(new LogPosition(0, 0));

    assertThat(calls).isEmpty();
  }

  private JournalLog begun() throws IOException {
    JournalLog log = open(disk);
    log.roll(1, List.of(start(1, 1)));
    return log;
  }

  private static JournalLog open(JournalFiles files) throws IOException {
    return JournalLog.open(files, false, (record, segment) -> {});
  }

  /** The disk, of which nothing can be read. */
  private JournalFiles unreadable() {
    return (JournalFiles)
        Proxy.newProxyInstance(
            JournalFiles.class.getClassLoader(),
            new Class<?>[] {JournalFiles.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("read")) {
                throw new IOException("Input/output error");
              }
              try {
                return method.invoke(disk, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** The calls that change the disk from now on. */
  private List<Call> calls() {
    List<Call> calls = new ArrayList<>();
    disk.failWhen(
        (call, number) -> {
          calls.add(call);
          return false;
        });
    return calls;
  }

  private void failOnce(Call failing) {
    AtomicInteger left = new AtomicInteger(1);
    disk.failWhen((call, number) -> call == failing && left.getAndDecrement() > 0);
  }

  /** The indexes of the messages that are left when the power is lost now. */
  private List<Long> left() throws IOException {
    List<Long> left = new ArrayList<>();
    JournalLog.open(
        disk.afterPowerLoss(),
        false,
        (record, segment) -> {
          if (record instanceof JournalRecord.Message message) {
            left.add(message.index());
          }
        });
    return left;
  }

  private static JournalRecord start(long segment, long firstIndex) {
    return new JournalRecord.SegmentStart(segment, firstIndex);
  }

  private static JournalRecord.Message message(long index) {
    return new JournalRecord.Message(
        index,
        OutboundMessage.of("s", "m" + index).body("body").build(),
        new StreamId("stream"),
        index,
        new JournalRecord.Mark(index - 1, null),
        Instant.EPOCH);
  }
}
