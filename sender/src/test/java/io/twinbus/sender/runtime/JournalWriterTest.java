package io.twinbus.sender.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.journal.MemoryFiles;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.settings.JournalSettings;
import io.twinbus.sender.settings.SenderSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

class JournalWriterTest {

  private static final Duration BOUND = Duration.ofSeconds(30);

  private final MemoryFiles files = new MemoryFiles();
  private final Queue<Event> events = new ConcurrentLinkedQueue<>();
  private final JournalWriter.Owner owner =
      new JournalWriter.Owner() {
        @Override
        public void post(Event event) {
          events.add(event);
        }

        @Override
        public void journalFailed(Throwable cause) {
          throw new AssertionError("the writer has ended", cause);
        }
      };
  private final SenderSettings settings =
      SenderSettings.builder()
          .maxInFlightBytes(1024 * 1024)
          .journal(JournalSettings.in(Path.of("unused")).maxMebibytes(16))
          .build();

  @Test
  void calls_nothing_durable_while_the_disk_is_full_and_loses_nothing() throws Exception {
    JournalWriter writer = writer();
    writer.carryOut(append(1));
    await().atMost(BOUND).until(() -> events.contains(new Event.Written(1)));
    long before = files.size(1);
    files.failAfter(20);

    writer.carryOut(append(2));
    writer.carryOut(append(3));
    await().atMost(BOUND).until(() -> files.size(1) == before && files.isFull());
    assertThat(events).doesNotContain(new Event.Written(2), new Event.Written(3));
    files.failAfter(Integer.MAX_VALUE);

    await().atMost(BOUND).until(() -> events.contains(new Event.Written(3)));
    writer.close(BOUND);
    assertThat(opening().recovered().unsettled())
        .extracting(JournalRecord.Message::index)
        .containsExactly(1L, 2L, 3L);
  }

  @Test
  void forces_a_refusal_and_tells_of_it_but_not_of_what_nobody_waits_for() throws Exception {
    JournalWriter writer = writer();
    RegionName east = new RegionName("east");
    writer.carryOut(append(1));
    await().atMost(BOUND).until(() -> events.contains(new Event.Written(1)));

    writer.carryOut(new Effect.Append(2, new JournalRecord.CopyEnded(1, east, true)));
    await().atMost(BOUND).until(() -> files.size(1) > files.forced(1));
    writer.carryOut(new Effect.Append(3, new JournalRecord.CopyEnded(2, east, false)));

    await().atMost(BOUND).until(() -> events.contains(new Event.Written(3)));
    assertThat(events).containsExactly(new Event.Written(1), new Event.Written(3));
    assertThat(files.forced(1)).isEqualTo((int) files.size(1));
    writer.close(BOUND);
  }

  @Test
  void lets_nobody_in_at_the_bound_until_segments_go() throws Exception {
    DiskSpaceLimit room = new DiskSpaceLimit(16 << 20, 1 << 20, 14 << 20);

    assertThat(room.await(Duration.ZERO)).isFalse();
    room.grew(-(1 << 20));

    assertThat(room.await(Duration.ZERO)).isTrue();
  }

  private JournalWriter writer() {
    return new JournalWriter(opening(), settings, owner);
  }

  private OpenJournal opening() {
    return OpenJournal.open(
        files, settings.journal().orElseThrow(), List.of(new RegionName("east")));
  }

  private static Effect append(long index) {
    return new Effect.Append(
        index,
        new JournalRecord.Message(
            index,
            OutboundMessage.of("s", "m" + index).body("body").build(),
            new StreamId("stream"),
            index,
            new JournalRecord.Mark(index - 1, null),
            Instant.EPOCH));
  }
}
