package io.twinbus.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.journal.JournalException;
import io.twinbus.sender.journal.JournalLog;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.journal.JournalReplay;
import io.twinbus.sender.message.OutboundMessage;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/**
 * A journal whose files hold anything: it is opened or refused in one sentence, and one that was
 * opened can be written to and opened again.
 */
class JournalFuzzTest {

  private static final List<RegionName> REGIONS =
      List.of(new RegionName("east"), new RegionName("west"));

  @FuzzTest
  void isOpenedOrRefused(FuzzedDataProvider data) throws IOException {
    boolean holesAllowed = data.consumeBoolean();
    SegmentsInMemory files = data.consumeBoolean() ? written() : new SegmentsInMemory();
    int changes = data.consumeInt(0, 8);
    for (int i = 0; i < changes; i++) {
      files.overwrite(data.consumeInt(0, 400), data.consumeByte());
    }
    files.appendRaw(data.consumeInt(0, 3), data.consumeRemainingAsBytes());

    try {
      JournalLog log = replay(files, holesAllowed);
      if (files.segments().isEmpty()) {
        return;
      }
      log.append(List.of(message(7)));
      log.force();
    } catch (JournalException e) {
      assertThat(e.getMessage()).contains("restore");
      return;
    }
    replay(files, false);
  }

  private static JournalLog replay(SegmentsInMemory files, boolean holesAllowed)
      throws IOException {
    JournalReplay replay = new JournalReplay(REGIONS);
    JournalLog log = JournalLog.open(files, holesAllowed, replay::on);
    assertThat(replay.result()).isNotNull();
    return log;
  }

  private static SegmentsInMemory written() throws IOException {
    SegmentsInMemory files = new SegmentsInMemory();
    JournalLog log = JournalLog.open(files, false, (record, segment) -> {});
    log.roll(1, List.of(new JournalRecord.SegmentStart(1, 1)));
    log.append(List.of(message(1), message(2)));
    log.append(List.of(new JournalRecord.CopyEnded(1, REGIONS.get(0), true)));
    log.force();
    return files;
  }

  private static JournalRecord message(long index) {
    return new JournalRecord.Message(
        index,
        OutboundMessage.of("s", "m" + index).body("{}").build(),
        new StreamId("st"),
        index,
        new JournalRecord.Mark(index - 1, null),
        Instant.ofEpochMilli(1_000 + index));
  }
}
