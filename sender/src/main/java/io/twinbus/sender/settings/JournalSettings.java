package io.twinbus.sender.settings;

import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.settings.SenderKeys;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Where and how a sender keeps its journal.
 *
 * <p>Immutable and thread-safe.
 *
 * @param directory a directory on a local disk that only this sender uses; it is created when it
 *     does not exist. Never restore an older copy of it: its numbers would be used twice, and
 *     receivers would drop those messages as repeats
 * @param maxMebibytes how much disk the journal may take. At the limit {@link
 *     io.twinbus.sender.Sender#send} blocks or fails as {@link SenderSettings#whenFull()} says, and
 *     nothing is dropped; 16 to 1,048,576, and at least twice {@link
 *     SenderSettings#maxInFlightBytes()}. Default 1,024
 * @param fsync when the journal is forced to the disk. Default each
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
    SenderKeys.JOURNAL_MAX_MIB.check(maxMebibytes);
    SenderKeys.JOURNAL_FSYNC_INTERVAL.check(fsyncInterval);
    SenderKeys.JOURNAL_CATCH_UP_RATE.check(catchUpRate);
  }

  /** A journal in {@code directory}, with every default. */
  public static JournalSettings in(Path directory) {
    return new JournalSettings(
        directory,
        SenderKeys.JOURNAL_MAX_MIB.otherwise().orElseThrow(),
        Fsync.EACH,
        SenderKeys.JOURNAL_FSYNC_INTERVAL.otherwise().orElseThrow(),
        SenderKeys.JOURNAL_CATCH_UP_RATE.otherwise().orElseThrow());
  }

  /**
   * Reads the journal of {@code flat}; empty when it names no directory. Each queue of several has
   * its journal in a directory below.
   */
  static Optional<JournalSettings> from(FlatSettings flat) {
    int maxMebibytes = flat.get(SenderKeys.JOURNAL_MAX_MIB);
    Fsync fsync = flat.choice(SenderKeys.JOURNAL_FSYNC, Fsync.class);
    Duration interval = flat.get(SenderKeys.JOURNAL_FSYNC_INTERVAL);
    int rate = flat.get(SenderKeys.JOURNAL_CATCH_UP_RATE);
    return flat.find(SenderKeys.JOURNAL)
        .map(path -> flat.queue().map(Path.of(path)::resolve).orElse(Path.of(path)))
        .map(path -> new JournalSettings(path, maxMebibytes, fsync, interval, rate));
  }

  /** The same, with a limit of {@code value} mebibytes. */
  public JournalSettings maxMebibytes(int value) {
    return new JournalSettings(directory, value, fsync, fsyncInterval, catchUpRate);
  }

  /** The same, with {@code value} for {@link #fsync}. */
  public JournalSettings fsync(Fsync value) {
    return new JournalSettings(directory, maxMebibytes, value, fsyncInterval, catchUpRate);
  }

  /** The same, with {@code value} for {@link #catchUpRate}. */
  public JournalSettings catchUpRate(int value) {
    return new JournalSettings(directory, maxMebibytes, fsync, fsyncInterval, value);
  }

  /** The limit in bytes. */
  public long maxBytes() {
    return maxMebibytes * 1024L * 1024L;
  }
}
