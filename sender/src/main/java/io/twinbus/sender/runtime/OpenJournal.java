package io.twinbus.sender.runtime;

import io.twinbus.protocol.RegionName;
import io.twinbus.sender.journal.JournalException;
import io.twinbus.sender.journal.JournalFiles;
import io.twinbus.sender.journal.JournalLog;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.journal.JournalReplay;
import io.twinbus.sender.journal.RecoveredJournal;
import io.twinbus.sender.pipeline.JournalStart;
import io.twinbus.sender.pipeline.MessageSize;
import io.twinbus.sender.settings.Fsync;
import io.twinbus.sender.settings.JournalSettings;
import io.twinbus.sender.settings.SenderSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * An opened journal.
 *
 * <p>A note beside the segments says which boot of the machine wrote last, how it forced its
 * records, and whether the journal was closed. The end of the log is complete if everything was
 * forced, or if the machine has not been restarted since. Otherwise records may be missing.
 *
 * @param files the files
 * @param log the log
 * @param recovered the state that the log holds
 * @param continuous whether the end of the log is complete
 */
record OpenJournal(
    JournalFiles files, JournalLog log, RecoveredJournal recovered, boolean continuous) {

  private static final String CLOSED = "closed";

  static OpenJournal open(JournalFiles files, JournalSettings settings, List<RegionName> regions) {
    String boot = files.bootId();
    try {
      String before = files.note().orElse(CLOSED);
      boolean continuous =
          before.equals(CLOSED)
              || before.startsWith("open " + Fsync.EACH + " ")
              || (before.endsWith(" " + boot) && !boot.isEmpty());
      JournalReplay replay = new JournalReplay(regions);
      JournalLog log = JournalLog.open(files, !continuous, replay::on);
      if (log.tail().segment() == 0) {
        JournalRecord start = new JournalRecord.SegmentStart(1, 1);
        log.roll(1, List.of(start));
        replay.on(start, 1);
      }
      files.note("open " + settings.fsync() + " " + boot);
      return new OpenJournal(files, log, replay.result(), continuous);
    } catch (IOException e) {
      closeQuietly(files);
      throw new JournalException(
          "The journal in %s cannot be read or written (%s): repair the disk and start again."
              .formatted(settings.directory(), e),
          e);
    } catch (RuntimeException e) {
      closeQuietly(files);
      throw e;
    }
  }

  /** What the lanes start from; the messages that no region has take their room in the window. */
  JournalStart start(ReceiptDispatcher receipts, SenderSettings settings) {
    List<Long> tickets = new ArrayList<>();
    for (JournalRecord.Message message : recovered.unsettled()) {
      int bytes = MessageSize.of(message.message());
      tickets.add(receipts.restore(message.message(), bytes).ticket());
    }
    int rate = settings.journal().orElseThrow().catchUpRate();
    return new JournalStart(recovered, tickets, continuous, rate);
  }

  /** How much disk the journal takes. */
  long bytes() {
    try {
      return log.bytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Forces everything to the disk, and notes that the journal is closed. */
  void closed() throws IOException {
    log.force();
    files.note(CLOSED);
  }

  private static void closeQuietly(JournalFiles files) {
    try {
      files.close();
    } catch (IOException e) {
      // The exception that made us close the files says more.
    }
  }
}
