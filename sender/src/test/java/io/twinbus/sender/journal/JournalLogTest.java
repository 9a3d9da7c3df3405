package io.twinbus.sender.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.message.ExplicitSequence;
import io.twinbus.sender.message.OutboundMessage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class JournalLogTest {

  private static final RegionName EAST = new RegionName("east");
  private static final StreamId STREAM = new StreamId("stream");
  private static final Instant AT = Instant.parse("2026-11-21T10:00:00Z");

  private final MemoryFiles files = new MemoryFiles();
  private final List<List<JournalRecord>> groups = new ArrayList<>();
  private final List<Integer> ends = new ArrayList<>();

  @Test
  void reads_every_kind_of_record_back() throws IOException {
    List<JournalRecord> records = new ArrayList<>();
    records.add(new JournalRecord.SegmentStart(1, 1));
    records.add(
        new JournalRecord.Message(
            1,
            OutboundMessage.of("s", "full")
                .body("body")
                .contentType("text/plain")
                .subject("subject")
                .correlationId("other")
                .replyTo("queue", "session")
                .timeToLive(Duration.ofSeconds(90))
                .notBefore(AT)
                .outsideOrder()
                .property("text", "t")
                .property("flag", true)
                .property("byte", (byte) 1)
                .property("short", (short) 2)
                .property("int", 3)
                .property("long", 4L)
                .property("float", 1.5f)
                .property("double", 2.5)
                .property("char", 'c')
                .property("uuid", new UUID(1, 2))
                .build(),
            STREAM,
            1,
            new JournalRecord.Mark(0, null),
            AT));
    records.add(new JournalRecord.CopyEnded(1, EAST, false));
    records.add(new JournalRecord.NumberAbandoned(new SessionId("s"), STREAM, 9));
    records.add(
        new JournalRecord.Counter(
            new SessionId("s"),
            STREAM,
            JournalRecord.Kind.EXPLICIT,
            9,
            new JournalRecord.Mark(7, AT),
            List.of(new JournalRecord.Failed(9, OutboundMessage.of("s", "nine").build().id()))));
    records.add(
        new JournalRecord.PassedOver(
            new SessionId("s"), STREAM, 4, new JournalRecord.Mark(3, Instant.EPOCH)));
    records.add(
        new JournalRecord.PassedOver(
            new SessionId("s"), STREAM, 5, new JournalRecord.Mark(3, null)));
    JournalLog log = JournalLog.open(files, false, (record, segment) -> {});
    log.roll(1, records);

    List<JournalRecord> read = replay(files);

    assertThat(read).usingRecursiveComparison().isEqualTo(records);
  }

  @Test
  void keeps_explicit_places() throws IOException {
    OutboundMessage message =
        OutboundMessage.of("s", "m").sequence(ExplicitSequence.of("stream", 9, 7)).build();
    JournalLog log = JournalLog.open(files, false, (record, segment) -> {});
    log.roll(
        1,
        List.of(
            new JournalRecord.Message(1, message, STREAM, 9, new JournalRecord.Mark(7, AT), AT)));

    JournalRecord.Message read = (JournalRecord.Message) replay(files).get(0);

    assertThat(read.message().sequence())
        .contains(ExplicitSequence.of("stream", 9, 7).previousSentAt(AT));
  }

  @Test
  void recovers_whole_groups_at_every_byte_of_a_crash() throws IOException {
    write(12);
    int size = (int) files.size(1);

    for (int left = ends.get(0); left <= size; left++) {
      int whole = wholeGroups(left);
      List<JournalRecord> expected =
          groups.subList(0, whole).stream().flatMap(List::stream).toList();
      MemoryFiles crashed = files.crashed(left);

      assertThat(replay(crashed)).as("after %d bytes", left).hasToString(expected.toString());
      assertThat(crashed.size(1)).isEqualTo((long) ends.get(whole - 1));
    }
  }

  @Test
  void forgets_a_segment_that_was_being_begun_at_every_byte() throws IOException {
    write(3);
    JournalLog log = JournalLog.open(files, false, (record, segment) -> {});
    log.roll(2, List.of(new JournalRecord.SegmentStart(2, 4)));
    int size = (int) files.size(2);

    for (int left = 0; left < size; left++) {
      MemoryFiles crashed = files.crashed(left);
      assertThat(replay(crashed)).hasSize(groups.stream().mapToInt(List::size).sum());
      assertThat(crashed.segments()).containsExactly(1L);
    }
  }

  @Test
  void refuses_damage_before_the_end_at_every_byte() throws IOException {
    write(4);
    int lastGroup = ends.get(ends.size() - 2);

    for (int at = 0; at < lastGroup; at++) {
      MemoryFiles damaged = files.damaged(1, at);
      assertThatThrownBy(() -> replay(damaged))
          .as("byte %d", at)
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("segment 1 is damaged at byte")
          .hasMessageContaining("move the whole directory away");
    }
  }

  /** A whole group, as a later version may write it. */
  @Test
  void refuses_a_record_that_it_cannot_read_and_says_which() throws IOException {
    write(1);
    int at = (int) files.size(1);
    files.append(1, group((byte) 99));

    assertThatThrownBy(() -> replay(files))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining(
            "segment 1 is damaged at byte %d (a record of kind 99, which this version cannot read)"
                .formatted(at))
        .hasCauseInstanceOf(IOException.class);
  }

  @Test
  void cuts_off_a_group_without_a_record() throws IOException {
    write(1);
    long size = files.size(1);
    files.append(1, group());

    assertThat(replay(files)).hasSize(groups.stream().mapToInt(List::size).sum());

    assertThat(files.size(1)).isEqualTo(size);
  }

  @Test
  void refuses_to_read_on_over_damage() throws IOException {
    write(4);
    JournalLog log = JournalLog.open(files, false, (record, segment) -> {});
    int size = (int) files.size(1);
    byte[] whole = new byte[size];
    files.read(1, 0, ByteBuffer.wrap(whole));

    for (int at = ends.get(1); at < ends.get(2); at++) {
      byte[] bytes = whole.clone();
      bytes[at] ^= 0x40;
      files.truncate(1, 0);
      files.append(1, ByteBuffer.wrap(bytes));

      assertThatThrownBy(() -> log.read(new LogPosition(1, 0), 1000, Long.MAX_VALUE))
          .as("byte %d", at)
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("segment 1 is damaged at byte %d:", ends.get(1));
    }
  }

  @Test
  void ends_at_the_first_damage_where_the_end_may_be_missing() throws IOException {
    write(4);
    MemoryFiles damaged = files.damaged(1, ends.get(1) + 20);
    List<JournalRecord> read = new ArrayList<>();

    JournalLog.open(damaged, true, (record, segment) -> read.add(record));

    assertThat(read).hasSize(groups.get(0).size() + groups.get(1).size());
  }

  @Test
  void refuses_a_journal_that_lacks_a_file() throws IOException {
    write(1);
    JournalLog log = JournalLog.open(files, false, (record, segment) -> {});
    log.roll(2, List.of(new JournalRecord.SegmentStart(2, 4)));
    log.roll(3, List.of(new JournalRecord.SegmentStart(3, 4)));
    files.delete(2);

    assertThatThrownBy(() -> replay(files))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("lacks segment 2");
  }

  @Test
  void an_append_that_failed_for_the_disk_leaves_nothing() throws IOException {
    write(2);
    JournalLog log = JournalLog.open(files, false, (record, segment) -> {});
    long before = files.size(1);
    files.failAfter(30);

    assertThatThrownBy(() -> log.append(List.of(message(99)))).isInstanceOf(IOException.class);
    files.failAfter(Integer.MAX_VALUE);
    log.append(List.of(message(100)));

    assertThat(files.size(1)).isGreaterThan(before);
    List<JournalRecord> read = replay(files);
    assertThat(read).last().hasToString(message(100).toString());
  }

  @Test
  void reads_on_over_the_end_of_segments() throws IOException {
    write(2);
    JournalLog log = JournalLog.open(files, false, (record, segment) -> {});
    log.roll(2, List.of(new JournalRecord.SegmentStart(2, 100)));
    log.append(List.of(message(100)));

    JournalLog.Chunk all = log.read(new LogPosition(1, 0), 1000, Long.MAX_VALUE);
    JournalLog.Chunk none = log.read(all.next(), 1000, Long.MAX_VALUE);
    log.append(List.of(message(101)));
    JournalLog.Chunk more = log.read(none.next(), 1000, Long.MAX_VALUE);
    log.drop(1);

    assertThat(all.messages()).extracting(JournalRecord.Message::index).endsWith(100L);
    assertThat(none.messages()).isEmpty();
    assertThat(more.messages()).extracting(JournalRecord.Message::index).containsExactly(101L);
    assertThat(log.read(new LogPosition(1, 0), 1000, Long.MAX_VALUE).messages()).hasSize(2);
  }

  @Test
  void ends_a_portion_with_the_group_that_fills_its_bytes() throws IOException {
    write(20);
    JournalLog log = JournalLog.open(files, false, (record, segment) -> {});
    int group = ends.get(2) - ends.get(1);

    JournalLog.Chunk first = log.read(new LogPosition(1, 0), 1000, group + 1);
    JournalLog.Chunk second = log.read(first.next(), 1000, 1);

    assertThat(first.messages())
        .extracting(JournalRecord.Message::index)
        .containsExactly(1L, 2L, 3L, 4L);
    assertThat(second.messages()).extracting(JournalRecord.Message::index).containsExactly(5L, 6L);
  }

  private int wholeGroups(int bytes) {
    return (int) ends.stream().filter(end -> end <= bytes).count();
  }

  /** A first group, and so many groups of messages and ends of copies behind it. */
  private void write(int count) throws IOException {
    JournalLog log = JournalLog.open(files, false, (record, segment) -> {});
    groups.add(List.of(new JournalRecord.SegmentStart(1, 1)));
    log.roll(1, groups.get(0));
    ends.add((int) files.size(1));
    for (int i = 0; i < count; i++) {
      groups.add(
          List.of(
              message(2L * i + 1),
              message(2L * i + 2),
              new JournalRecord.CopyEnded(1, EAST, true)));
      log.append(groups.get(groups.size() - 1));
      ends.add((int) files.size(1));
    }
  }

  /** A whole group with this body. */
  private static ByteBuffer group(byte... body) {
    CRC32C checksum = new CRC32C();
    checksum.update(ByteBuffer.allocate(4).putInt(body.length).flip());
    checksum.update(body);
    return ByteBuffer.allocate(RecordGroup.HEADER + body.length)
        .putInt(RecordGroup.MARK)
        .putInt(body.length)
        .putInt((int) checksum.getValue())
        .put(body)
        .flip();
  }

  private static List<JournalRecord> replay(JournalFiles files) throws IOException {
    List<JournalRecord> read = new ArrayList<>();
    JournalLog.open(files, false, (record, segment) -> read.add(record));
    return read;
  }

  private static JournalRecord.Message message(long index) {
    return new JournalRecord.Message(
        index, MESSAGE, STREAM, index, new JournalRecord.Mark(index - 1, null), AT);
  }

  private static final OutboundMessage MESSAGE =
      OutboundMessage.of("s", "m").body("a body").build();
}
