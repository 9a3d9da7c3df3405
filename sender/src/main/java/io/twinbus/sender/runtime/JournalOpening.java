package io.twinbus.sender.runtime;

import io.twinbus.protocol.RegionName;
import io.twinbus.sender.Fsync;
import io.twinbus.sender.JournalSettings;
import io.twinbus.sender.SenderSettings;
import io.twinbus.sender.journal.JournalException;
import io.twinbus.sender.journal.JournalFiles;
import io.twinbus.sender.journal.JournalLog;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.journal.Recovered;
import io.twinbus.sender.journal.Replay;
import io.twinbus.sender.pipeline.JournalStart;
import io.twinbus.sender.pipeline.MessageSize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A journal that was opened.
 *
 * <p>A note in the directory says which start of the machine wrote last, how it was forced, and
 * whether it was closed. If everything was forced, or the machine has not been started anew since,
 * the log's end is where it was; otherwise it may be missing.
 *
 * @param files the files
 * @param log the log
 * @param recovered what it says
 * @param continuous whether nothing can be missing at its end
 */
record JournalOpening(JournalFiles files, JournalLog log, Recovered recovered, boolean continuous) {

  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
  private static final String CLOSED = "closed";

  static JournalOpening open(
      JournalFiles files, JournalSettings settings, List<RegionName> regions) {
    String now = "open " + settings.fsync() + " " + boot();
    try {
      String before = files.note().orElse(CLOSED);
      boolean continuous =
          before.equals(CLOSED)
              || before.startsWith("open " + Fsync.EACH + " ")
              || (before.endsWith(" " + boot()) && !boot().isEmpty());
      Replay replay = new Replay(regions);
      JournalLog log = JournalLog.open(files, !continuous, replay::on);
      if (log.tail().segment() == 0) {
        JournalRecord start = new JournalRecord.SegmentStart(1, 1);
        log.roll(1, List.of(start));
        replay.on(start, 1);
      }
      files.note(now);
      return new JournalOpening(files, log, replay.result(), continuous);
    } catch (IOException e) {
      closeQuietly(files);
      throw new JournalException(
          "The journal in %s cannot be read or written (%s): see to the disk and start again."
              .formatted(settings.directory(), e),
          e);
    } catch (RuntimeException e) {
      closeQuietly(files);
      throw e;
    }
  }

  /** What the lanes begin with; the messages that no region has take their room in the window. */
  JournalStart start(ReceiptDesk desk, SenderSettings settings) {
    List<Long> tickets = new ArrayList<>();
    for (JournalRecord.Message message : recovered.unsettled()) {
      int bytes = MessageSize.of(message.message());
      tickets.add(desk.restore(message.message(), bytes).ticket());
    }
    int rate = settings.journal().orElseThrow().catchUpRate();
    return new JournalStart(recovered, tickets, continuous, rate);
  }

  /** How much disk it takes. */
  long bytes() {
    try {
      return log.bytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Says that everything is on the disk. */
  void closed() throws IOException {
    log.force();
    files.note(CLOSED);
  }

  /** Which start of the machine this is; empty where nobody says. */
  private static String boot() {
    try {
      return Files.readString(BOOT_ID).strip();
    } catch (IOException e) {
      return "";
    }
  }

  private static void closeQuietly(JournalFiles files) {
    try {
      files.close();
    } catch (IOException e) {
      // The reason why it is closed says more.
    }
  }
}
