package io.twinbus.sender;

import io.twinbus.protocol.settings.InvalidSettingException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Where and how a sender keeps its journal.
 *
 * <p>Immutable and thread-safe.
 *
 * @param directory a directory of the sender's own, on a local disk; created when there is none.
 *     Never put an older copy of it back: its numbers would be used twice, and what is sent under
 *     them dropped as repeated
 * @param maxMebibytes how much disk it may take; at the limit {@link Sender#send} blocks or fails
 *     as {@link SenderSettings#whenFull()} says, nothing is dropped; 16 to 1,048,576, and at least
 *     twice {@link SenderSettings#maxInFlightBytes()}. Default 1,024
 * @param fsync when it is forced to the disk. Default each
 * @param fsyncInterval how often, with {@link Fsync#INTERVAL}; 1 ms to 1 min. Default 100 ms
 * @param catchUpRate how many messages a second are read back for each region that fell behind; 1
 *     to 1,000,000. Keep it above the rate of sends, or the region never catches up. Default 5,000
 */
public record JournalSettings(
    Path directory, int maxMebibytes, Fsync fsync, Duration fsyncInterval, int catchUpRate) {

  /**
   * @throws InvalidSettingException with one sentence for the first value out of its range
   */
  public JournalSettings {
    SettingBounds.JOURNAL_MAX_MIB.check(maxMebibytes);
    SettingBounds.JOURNAL_FSYNC_INTERVAL.check(fsyncInterval);
    SettingBounds.JOURNAL_CATCH_UP_RATE.check(catchUpRate);
  }

  /** A journal in {@code directory}, with every default. */
  public static JournalSettings in(Path directory) {
    return new JournalSettings(
        directory,
        SettingBounds.JOURNAL_MAX_MIB.otherwise(),
        Fsync.EACH,
        SettingBounds.JOURNAL_FSYNC_INTERVAL.otherwise(),
        SettingBounds.JOURNAL_CATCH_UP_RATE.otherwise());
  }

  /** The same, within so many mebibytes. */
  public JournalSettings maxMebibytes(int value) {
    return new JournalSettings(directory, value, fsync, fsyncInterval, catchUpRate);
  }

  /** The same, forced to the disk as {@code value} says. */
  public JournalSettings fsync(Fsync value) {
    return new JournalSettings(directory, maxMebibytes, value, fsyncInterval, catchUpRate);
  }

  /** The same, with regions that were behind catching up at this many messages a second. */
  public JournalSettings catchUpRate(int value) {
    return new JournalSettings(directory, maxMebibytes, fsync, fsyncInterval, value);
  }

  /** The limit in bytes. */
  public long maxBytes() {
    return maxMebibytes * 1024L * 1024L;
  }
}
