package io.twinbus.sender.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.Body;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.message.OutboundMessage;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How large the groups of a log are, and how far one read of it goes. */
class LogPortionsTest {

  private static final RegionName EAST = new RegionName("east");
  private static final int HALF_A_GROUP = 512 * 1024;
  private static final LogPosition START = new LogPosition(1, 0);

  private final MemoryFiles files = new MemoryFiles();
  private JournalLog log;

  @BeforeEach
  void begin() throws IOException {
    log = JournalLog.open(files, false, (record, segment) -> {});
    log.roll(1, List.of(new JournalRecord.SegmentStart(1, 1)));
  }

  @Test
  void aThousandRecordsAreOneGroup() throws IOException {
    log.append(messages(1, 1_001, 1));

    JournalLog.Chunk group = log.read(START, 5_000, 1);

    assertThat(group.messages()).hasSize(1_000);
    assertThat(log.read(group.next(), 5_000, 1).messages())
        .extracting(JournalRecord.Message::index)
        .containsExactly(1_001L);
  }

  @Test
  void aMebibyteOfBodiesIsOneGroup() throws IOException {
    log.append(messages(1, 5, HALF_A_GROUP));

    JournalLog.Chunk first = log.read(START, 5_000, 1);
    JournalLog.Chunk second = log.read(first.next(), 5_000, 1);

    assertThat(first.messages()).extracting(JournalRecord.Message::index).containsExactly(1L, 2L);
    assertThat(second.messages()).extracting(JournalRecord.Message::index).containsExactly(3L, 4L);
  }

  @Test
  void aMessageOfMoreThanAGroupStandsAlone() throws IOException {
    log.append(messages(1, 2, 3 * HALF_A_GROUP));

    assertThat(log.read(START, 5_000, 1).messages())
        .extracting(JournalRecord.Message::index)
        .containsExactly(1L);
  }

  @Test
  void aReadEndsWithTheGroupThatCompletesItsMessages() throws IOException {
    log.append(messages(1, 2, 1));
    log.append(messages(3, 4, 1));

    assertThat(log.read(START, 2, Long.MAX_VALUE).messages())
        .extracting(JournalRecord.Message::index)
        .containsExactly(1L, 2L);
  }

  @Test
  void aReadEndsWithTheGroupThatCompletesItsBytes() throws IOException {
    long before = files.size(1);
    log.append(messages(1, 2, 1));
    long group = files.size(1) - before;
    log.append(messages(3, 4, 1));

    assertThat(log.read(START, 5_000, group).messages())
        .extracting(JournalRecord.Message::index)
        .containsExactly(1L, 2L);
  }

  @Test
  void groupsWithoutAMessageDoNotCount() throws IOException {
    for (long index = 1; index <= 50; index++) {
      log.append(List.of(new JournalRecord.CopyEnded(index, EAST, true)));
    }
    log.append(messages(51, 51, 1));

    assertThat(log.read(START, 5_000, 1).messages())
        .extracting(JournalRecord.Message::index)
        .containsExactly(51L);
  }

  @Test
  void aReadGoesOverTheEndOfSegments() throws IOException {
    log.append(messages(1, 2, 1));
    log.roll(2, List.of(new JournalRecord.SegmentStart(2, 3)));
    log.append(messages(3, 4, 1));
    log.roll(3, List.of(new JournalRecord.SegmentStart(3, 5)));
    log.append(messages(5, 5, 1));

    assertThat(log.read(START, 5_000, Long.MAX_VALUE).messages())
        .extracting(JournalRecord.Message::index)
        .containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void theBytesOfALogAreThoseOfAllItsSegments() throws IOException {
    log.append(messages(1, 2, 1));
    log.roll(2, List.of(new JournalRecord.SegmentStart(2, 3)));

    assertThat(log.bytes()).isEqualTo(files.size(1) + files.size(2));
  }

  @Test
  void aDroppedSegmentGivesItsBytesBackOnce() throws IOException {
    log.append(messages(1, 2, 1));
    log.roll(2, List.of(new JournalRecord.SegmentStart(2, 3)));
    long size = files.size(1);

    assertThat(log.drop(1)).isEqualTo(size);
    assertThat(log.drop(1)).isZero();
    assertThat(log.bytes()).isEqualTo(files.size(2));
  }

  private static List<JournalRecord.Message> messages(long first, long last, int bytes) {
    List<JournalRecord.Message> messages = new ArrayList<>();
    LongStream.rangeClosed(first, last)
        .forEach(
            index ->
                messages.add(
                    new JournalRecord.Message(
                        index,
                        OutboundMessage.of("s", "m" + index)
                            .body(Body.wrap(new byte[bytes]))
                            .build(),
                        new StreamId("stream"),
                        index,
                        new JournalRecord.Mark(index - 1, null),
                        Instant.EPOCH)));
    return messages;
  }
}
