package io.twinbus.sender.settings;

import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.sender.settings.SettingBounds.Bound;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Builds sender settings; not thread-safe. */
public final class SenderSettingsBuilder {

  Acknowledge acknowledge = Acknowledge.ANY;
  AfterFailure afterFailure = AfterFailure.GO_ON;
  int lanes = SettingBounds.LANES.otherwise();
  int maxInFlightMessages = SettingBounds.MAX_IN_FLIGHT_MESSAGES.otherwise();
  int maxInFlightBytes = SettingBounds.MAX_IN_FLIGHT_BYTES.otherwise();
  WhenFull whenFull = WhenFull.BLOCK;
  Duration maxBlock = SettingBounds.MAX_BLOCK.otherwise();
  Duration deliveryTimeout = SettingBounds.DELIVERY_TIMEOUT.otherwise();
  Duration regionTimeBudget = SettingBounds.REGION_TIME_BUDGET.otherwise();
  Duration retryBackoff = SettingBounds.RETRY_BACKOFF.otherwise();
  Duration retryBackoffMax = SettingBounds.RETRY_BACKOFF_MAX.otherwise();
  int maxBatchMessages = SettingBounds.MAX_BATCH_MESSAGES.otherwise();
  boolean oneSessionBatches = false;
  int maxWaitingMessages = SettingBounds.MAX_WAITING_MESSAGES.otherwise();
  int maxWaitingBytes = SettingBounds.MAX_WAITING_BYTES.otherwise();
  int maxSessions = SettingBounds.MAX_SESSIONS.otherwise();
  Duration sessionIdle = SettingBounds.SESSION_IDLE.otherwise();
  Duration closeTimeout = SettingBounds.CLOSE_TIMEOUT.otherwise();
  @Nullable JournalSettings journal;

  SenderSettingsBuilder() {}

  /** See {@link SenderSettings#acknowledge()}. */
  public SenderSettingsBuilder acknowledge(Acknowledge value) {
    acknowledge = value;
    return this;
  }

  /** See {@link SenderSettings#afterFailure()}. */
  public SenderSettingsBuilder afterFailure(AfterFailure value) {
    afterFailure = value;
    return this;
  }

  /** See {@link SenderSettings#lanes()}. */
  public SenderSettingsBuilder lanes(int value) {
    lanes = value;
    return this;
  }

  /** See {@link SenderSettings#maxInFlightMessages()}. */
  public SenderSettingsBuilder maxInFlightMessages(int value) {
    maxInFlightMessages = value;
    return this;
  }

  /** See {@link SenderSettings#maxInFlightBytes()}. */
  public SenderSettingsBuilder maxInFlightBytes(int value) {
    maxInFlightBytes = value;
    return this;
  }

  /** See {@link SenderSettings#whenFull()}. */
  public SenderSettingsBuilder whenFull(WhenFull value) {
    whenFull = value;
    return this;
  }

  /** See {@link SenderSettings#maxBlock()}. */
  public SenderSettingsBuilder maxBlock(Duration value) {
    maxBlock = value;
    return this;
  }

  /** See {@link SenderSettings#deliveryTimeout()}. */
  public SenderSettingsBuilder deliveryTimeout(Duration value) {
    deliveryTimeout = value;
    return this;
  }

  /** See {@link SenderSettings#regionTimeBudget()}. */
  public SenderSettingsBuilder regionTimeBudget(Duration value) {
    regionTimeBudget = value;
    return this;
  }

  /** See {@link SenderSettings#retryBackoff()}. */
  public SenderSettingsBuilder retryBackoff(Duration value) {
    retryBackoff = value;
    return this;
  }

  /** See {@link SenderSettings#retryBackoffMax()}. */
  public SenderSettingsBuilder retryBackoffMax(Duration value) {
    retryBackoffMax = value;
    return this;
  }

  /** See {@link SenderSettings#maxBatchMessages()}. */
  public SenderSettingsBuilder maxBatchMessages(int value) {
    maxBatchMessages = value;
    return this;
  }

  /** See {@link SenderSettings#oneSessionBatches()}. */
  public SenderSettingsBuilder oneSessionBatches(boolean value) {
    oneSessionBatches = value;
    return this;
  }

  /** See {@link SenderSettings#maxWaitingMessages()}. */
  public SenderSettingsBuilder maxWaitingMessages(int value) {
    maxWaitingMessages = value;
    return this;
  }

  /** See {@link SenderSettings#maxWaitingBytes()}. */
  public SenderSettingsBuilder maxWaitingBytes(int value) {
    maxWaitingBytes = value;
    return this;
  }

  /** See {@link SenderSettings#maxSessions()}. */
  public SenderSettingsBuilder maxSessions(int value) {
    maxSessions = value;
    return this;
  }

  /** See {@link SenderSettings#sessionIdle()}. */
  public SenderSettingsBuilder sessionIdle(Duration value) {
    sessionIdle = value;
    return this;
  }

  /** See {@link SenderSettings#closeTimeout()}. */
  public SenderSettingsBuilder closeTimeout(Duration value) {
    closeTimeout = value;
    return this;
  }

  /** See {@link SenderSettings#journal()}. */
  public SenderSettingsBuilder journal(JournalSettings value) {
    journal = value;
    return this;
  }

  /**
   * Checks and builds the settings.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for the first
   *     value out of its range
   */
  public SenderSettings build() {
    SettingBounds.LANES.check(lanes);
    SettingBounds.MAX_IN_FLIGHT_MESSAGES.check(maxInFlightMessages);
    SettingBounds.MAX_IN_FLIGHT_BYTES.check(maxInFlightBytes);
    SettingBounds.MAX_BLOCK.check(maxBlock);
    SettingBounds.DELIVERY_TIMEOUT.check(deliveryTimeout);
    SettingBounds.REGION_TIME_BUDGET.check(regionTimeBudget);
    SettingBounds.RETRY_BACKOFF.check(retryBackoff);
    SettingBounds.RETRY_BACKOFF_MAX.checkFrom(retryBackoff, retryBackoffMax);
    SettingBounds.MAX_BATCH_MESSAGES.check(maxBatchMessages);
    SettingBounds.MAX_WAITING_MESSAGES.check(maxWaitingMessages);
    SettingBounds.MAX_WAITING_BYTES.check(maxWaitingBytes);
    SettingBounds.MAX_SESSIONS.check(maxSessions);
    SettingBounds.SESSION_IDLE.check(sessionIdle);
    SettingBounds.CLOSE_TIMEOUT.check(closeTimeout);
    checkJournal();
    return new SenderSettings(this);
  }

  /** Takes over the configured values. */
  SenderSettingsBuilder read(FlatSettings flat) {
    acknowledge = flat.choice(SettingBounds.PREFIX + "acknowledge", Acknowledge.class, acknowledge);
    afterFailure =
        flat.choice(SettingBounds.PREFIX + "after-failure", AfterFailure.class, afterFailure);
    lanes = integer(flat, SettingBounds.LANES);
    maxInFlightMessages = integer(flat, SettingBounds.MAX_IN_FLIGHT_MESSAGES);
    maxInFlightBytes = integer(flat, SettingBounds.MAX_IN_FLIGHT_BYTES);
    whenFull = flat.choice(SettingBounds.PREFIX + "when-full", WhenFull.class, whenFull);
    maxBlock = duration(flat, SettingBounds.MAX_BLOCK);
    deliveryTimeout = duration(flat, SettingBounds.DELIVERY_TIMEOUT);
    regionTimeBudget = duration(flat, SettingBounds.REGION_TIME_BUDGET);
    retryBackoff = duration(flat, SettingBounds.RETRY_BACKOFF);
    retryBackoffMax = duration(flat, SettingBounds.RETRY_BACKOFF_MAX);
    maxBatchMessages = integer(flat, SettingBounds.MAX_BATCH_MESSAGES);
    oneSessionBatches = flat.flag(SettingBounds.PREFIX + "one-session-batches", oneSessionBatches);
    maxWaitingMessages = integer(flat, SettingBounds.MAX_WAITING_MESSAGES);
    maxWaitingBytes = integer(flat, SettingBounds.MAX_WAITING_BYTES);
    maxSessions = integer(flat, SettingBounds.MAX_SESSIONS);
    sessionIdle = duration(flat, SettingBounds.SESSION_IDLE);
    closeTimeout = duration(flat, SettingBounds.CLOSE_TIMEOUT);
    journal = journal(flat);
    return this;
  }

  private void checkJournal() {
    if (journal == null && acknowledge == Acknowledge.JOURNAL) {
      throw new InvalidSettingException(
          "twinbus.sender.acknowledge is journal, but no journal is configured: name a directory in"
              + " twinbus.sender.journal, or acknowledge any or all.");
    }
    if (acknowledge == Acknowledge.JOURNAL && afterFailure == AfterFailure.FAIL_QUEUED) {
      throw new InvalidSettingException(
          "twinbus.sender.after-failure is fail-queued, which would drop messages that the journal has"
              + " acknowledged: set it to go-on, or set twinbus.sender.acknowledge to any or all.");
    }
    if (journal != null && journal.maxBytes() < 2L * maxInFlightBytes) {
      throw new InvalidSettingException(
          ("twinbus.sender.journal-max-mib is %d: give at least twice max-in-flight-bytes, which is"
                  + " %d bytes.")
              .formatted(journal.maxMebibytes(), maxInFlightBytes));
    }
  }

  private static @Nullable JournalSettings journal(FlatSettings flat) {
    String directory = flat.text(SettingBounds.PREFIX + "journal").orElse("");
    return directory.isEmpty()
        ? null
        : new JournalSettings(
            Path.of(directory),
            integer(flat, SettingBounds.JOURNAL_MAX_MIB),
            flat.choice(SettingBounds.PREFIX + "journal-fsync", Fsync.class, Fsync.EACH),
            duration(flat, SettingBounds.JOURNAL_FSYNC_INTERVAL),
            integer(flat, SettingBounds.JOURNAL_CATCH_UP_RATE));
  }

  private static int integer(FlatSettings flat, Bound<Integer> bound) {
    String key = SettingBounds.PREFIX + bound.key();
    return flat.integer(key, bound.otherwise(), bound.least(), bound.most());
  }

  private static Duration duration(FlatSettings flat, Bound<Duration> bound) {
    return flat.duration(SettingBounds.PREFIX + bound.key(), bound.otherwise());
  }
}
