package io.twinbus.sender.settings;

import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.settings.SenderKeys;
import io.twinbus.protocol.settings.Setting;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Builds sender settings; not thread-safe. */
public final class SenderSettingsBuilder {

  Acknowledge acknowledge = Acknowledge.ANY;
  AfterFailure afterFailure = AfterFailure.GO_ON;
  int lanes = defaultOf(SenderKeys.LANES);
  int maxInFlightMessages = defaultOf(SenderKeys.MAX_IN_FLIGHT_MESSAGES);
  int maxInFlightBytes = defaultOf(SenderKeys.MAX_IN_FLIGHT_BYTES);
  WhenFull whenFull = WhenFull.BLOCK;
  Duration maxBlock = defaultOf(SenderKeys.MAX_BLOCK);
  Duration deliveryTimeout = defaultOf(SenderKeys.DELIVERY_TIMEOUT);
  Duration regionTimeBudget = defaultOf(SenderKeys.REGION_TIME_BUDGET);
  Duration retryBackoff = defaultOf(SenderKeys.RETRY_BACKOFF);
  Duration retryBackoffMax = defaultOf(SenderKeys.RETRY_BACKOFF_MAX);
  int maxBatchMessages = defaultOf(SenderKeys.MAX_BATCH_MESSAGES);
  boolean oneSessionBatches = false;
  int maxWaitingMessages = defaultOf(SenderKeys.MAX_WAITING_MESSAGES);
  int maxWaitingBytes = defaultOf(SenderKeys.MAX_WAITING_BYTES);
  int maxHastenedBytes = defaultOf(SenderKeys.MAX_HASTENED_BYTES);
  int maxSessions = defaultOf(SenderKeys.MAX_SESSIONS);
  Duration sessionIdle = defaultOf(SenderKeys.SESSION_IDLE);
  Duration closeTimeout = defaultOf(SenderKeys.CLOSE_TIMEOUT);
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

  /** See {@link SenderSettings#maxHastenedBytes()}. */
  public SenderSettingsBuilder maxHastenedBytes(int value) {
    maxHastenedBytes = value;
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
    SenderKeys.LANES.check(lanes);
    SenderKeys.MAX_IN_FLIGHT_MESSAGES.check(maxInFlightMessages);
    SenderKeys.MAX_IN_FLIGHT_BYTES.check(maxInFlightBytes);
    SenderKeys.MAX_BLOCK.check(maxBlock);
    SenderKeys.DELIVERY_TIMEOUT.check(deliveryTimeout);
    SenderKeys.REGION_TIME_BUDGET.check(regionTimeBudget);
    SenderKeys.RETRY_BACKOFF.check(retryBackoff);
    SenderKeys.RETRY_BACKOFF_MAX.check(retryBackoffMax);
    SenderKeys.MAX_BATCH_MESSAGES.check(maxBatchMessages);
    SenderKeys.MAX_WAITING_MESSAGES.check(maxWaitingMessages);
    SenderKeys.MAX_WAITING_BYTES.check(maxWaitingBytes);
    SenderKeys.MAX_HASTENED_BYTES.check(maxHastenedBytes);
    SenderKeys.MAX_SESSIONS.check(maxSessions);
    SenderKeys.SESSION_IDLE.check(sessionIdle);
    SenderKeys.CLOSE_TIMEOUT.check(closeTimeout);
    checkBackoff();
    checkJournal();
    return new SenderSettings(this);
  }

  /** Takes over the values of {@code flat}. */
  SenderSettingsBuilder read(FlatSettings flat) {
    acknowledge = flat.choice(SenderKeys.ACKNOWLEDGE, Acknowledge.class);
    afterFailure = flat.choice(SenderKeys.AFTER_FAILURE, AfterFailure.class);
    lanes = flat.get(SenderKeys.LANES);
    maxInFlightMessages = flat.get(SenderKeys.MAX_IN_FLIGHT_MESSAGES);
    maxInFlightBytes = flat.get(SenderKeys.MAX_IN_FLIGHT_BYTES);
    whenFull = flat.choice(SenderKeys.WHEN_FULL, WhenFull.class);
    maxBlock = flat.get(SenderKeys.MAX_BLOCK);
    deliveryTimeout = flat.get(SenderKeys.DELIVERY_TIMEOUT);
    regionTimeBudget = flat.get(SenderKeys.REGION_TIME_BUDGET);
    retryBackoff = flat.get(SenderKeys.RETRY_BACKOFF);
    retryBackoffMax = flat.get(SenderKeys.RETRY_BACKOFF_MAX);
    maxBatchMessages = flat.get(SenderKeys.MAX_BATCH_MESSAGES);
    oneSessionBatches = flat.get(SenderKeys.ONE_SESSION_BATCHES);
    maxWaitingMessages = flat.get(SenderKeys.MAX_WAITING_MESSAGES);
    maxWaitingBytes = flat.get(SenderKeys.MAX_WAITING_BYTES);
    maxHastenedBytes = flat.get(SenderKeys.MAX_HASTENED_BYTES);
    maxSessions = flat.get(SenderKeys.MAX_SESSIONS);
    sessionIdle = flat.get(SenderKeys.SESSION_IDLE);
    closeTimeout = flat.get(SenderKeys.CLOSE_TIMEOUT);
    journal = JournalSettings.from(flat).orElse(null);
    return this;
  }

  private static <T> T defaultOf(Setting<T> setting) {
    return setting.otherwise().orElseThrow();
  }

  private void checkBackoff() {
    if (retryBackoffMax.compareTo(retryBackoff) < 0) {
      throw new InvalidSettingException(
          "%s is %s: give at least %s, which is %s."
              .formatted(
                  SenderKeys.RETRY_BACKOFF_MAX,
                  SenderKeys.RETRY_BACKOFF_MAX.type().write(retryBackoffMax),
                  SenderKeys.RETRY_BACKOFF,
                  SenderKeys.RETRY_BACKOFF.type().write(retryBackoff)));
    }
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
}
