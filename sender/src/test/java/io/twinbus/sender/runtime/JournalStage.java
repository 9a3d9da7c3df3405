package io.twinbus.sender.runtime;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.journal.FailingDisk;
import io.twinbus.sender.journal.JournalLog;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.journal.LogPosition;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.settings.Fsync;
import io.twinbus.sender.settings.JournalSettings;
import io.twinbus.sender.settings.SenderSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What a journal on a {@link FailingDisk} is opened with, and what it is asked afterwards. */
final class JournalStage {

  static final RegionName EAST = new RegionName("east");

  private JournalStage() {}

  /** Hears what is durable, and what is read back; a write is tried again at once. */
  static final class Heard implements JournalWriter.Owner {

    private final Set<Long> durable = new CopyOnWriteArraySet<>();
    private final List<Long> recalled = new CopyOnWriteArrayList<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile CountDownLatch pause = new CountDownLatch(0);

    /** The numbers of the appends that were called durable. */
    Set<Long> durable() {
      return durable;
    }

    /** The indexes of the messages that were read back. */
    List<Long> recalled() {
      return recalled;
    }

    /** Why the writer has ended; null: it has not. */
    @Nullable Throwable failure() {
      return failure.get();
    }

    /** From now on a write is tried again when {@code latch} is open. */
    void pauses(CountDownLatch latch) {
      pause = latch;
    }

    @Override
    public void post(Event event) {
      if (event instanceof Event.Written written) {
        durable.add(written.append());
      } else if (event instanceof Event.Recalled read) {
        read.messages().forEach(each -> recalled.add(each.index()));
      }
    }

    @Override
    public void journalFailed(Throwable cause) {
      failure.set(cause);
    }

    @Override
    public void pause(Duration time) throws InterruptedException {
      pause.await();
    }
  }

  /** The indexes of the messages that the next sender finds. */
  static List<Long> left(FailingDisk disk, Fsync fsync) {
    try {
      JournalLog log = open(disk, fsync).log();
      return log.read(new LogPosition(1, 0), Integer.MAX_VALUE, Long.MAX_VALUE).messages().stream()
          .map(JournalRecord.Message::index)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static OpenJournal open(FailingDisk disk, Fsync fsync) {
    return OpenJournal.open(disk, settings(fsync).journal().orElseThrow(), List.of(EAST));
  }

  static SenderSettings settings(Fsync fsync) {
    return SenderSettings.builder()
        .maxInFlightBytes(1024 * 1024)
        .journal(JournalSettings.in(Path.of("unused")).maxMebibytes(16).fsync(fsync))
        .build();
  }

  static JournalRecord message(long index) {
    return new JournalRecord.Message(
        index,
        OutboundMessage.of("s", "m" + index).body("body").build(),
        new StreamId("stream"),
        index,
        new JournalRecord.Mark(index - 1, null),
        Instant.EPOCH);
  }
}
