package io.twinbus.sender.settings;

import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.SenderKeys;
import io.twinbus.protocol.settings.Setting;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a sender: acknowledgement, bounds and times, each with a default.
 *
 * <p>Read from configuration with {@link #from}, or built with {@link #builder()}; either way every
 * value is checked. Immutable and thread-safe.
 */
public final class SenderSettings {

  /** The settings that depend on each other. */
  private static final Setting<?>[] RELATED = {
    SenderKeys.ACKNOWLEDGE,
    SenderKeys.AFTER_FAILURE,
    SenderKeys.JOURNAL,
    SenderKeys.JOURNAL_MAX_MIB,
    SenderKeys.MAX_IN_FLIGHT_BYTES,
    SenderKeys.RETRY_BACKOFF,
    SenderKeys.RETRY_BACKOFF_MAX
  };

  private final Acknowledge acknowledge;
  private final AfterFailure afterFailure;
  private final int lanes;
  private final int maxInFlightMessages;
  private final int maxInFlightBytes;
  private final WhenFull whenFull;
  private final Duration maxBlock;
  private final Duration deliveryTimeout;
  private final Duration regionTimeBudget;
  private final Duration retryBackoff;
  private final Duration retryBackoffMax;
  private final int maxBatchMessages;
  private final boolean oneSessionBatches;
  private final int maxWaitingMessages;
  private final int maxWaitingBytes;
  private final int maxHastenedBytes;
  private final int maxSessions;
  private final Duration sessionIdle;
  private final Duration closeTimeout;
  private final @Nullable JournalSettings journal;

  SenderSettings(SenderSettingsBuilder values) {
    this.acknowledge = values.acknowledge;
    this.afterFailure = values.afterFailure;
    this.lanes = values.lanes;
    this.maxInFlightMessages = values.maxInFlightMessages;
    this.maxInFlightBytes = values.maxInFlightBytes;
    this.whenFull = values.whenFull;
    this.maxBlock = values.maxBlock;
    this.deliveryTimeout = values.deliveryTimeout;
    this.regionTimeBudget = values.regionTimeBudget;
    this.retryBackoff = values.retryBackoff;
    this.retryBackoffMax = values.retryBackoffMax;
    this.maxBatchMessages = values.maxBatchMessages;
    this.oneSessionBatches = values.oneSessionBatches;
    this.maxWaitingMessages = values.maxWaitingMessages;
    this.maxWaitingBytes = values.maxWaitingBytes;
    this.maxHastenedBytes = values.maxHastenedBytes;
    this.maxSessions = values.maxSessions;
    this.sessionIdle = values.sessionIdle;
    this.closeTimeout = values.closeTimeout;
    this.journal = values.journal;
  }

  /** Settings with every default. */
  public static SenderSettings ofDefaults() {
    return builder().build();
  }

  /** Begins settings with every default. */
  public static SenderSettingsBuilder builder() {
    return new SenderSettingsBuilder();
  }

  /**
   * Reads the keys below {@code twinbus.sender}; {@link SenderKeys} lists them.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for each mistake
   */
  public static SenderSettings from(FlatSettings configuration) {
    return configuration.collect(
        flat -> {
          SenderSettingsBuilder values = builder().read(flat);
          // A default that stands in for a refused value must not cause a second complaint.
          return flat.isRefused(RELATED) ? ofDefaults() : values.build();
        });
  }

  /** The moment at which a receipt is handed out. Default any. */
  public Acknowledge acknowledge() {
    return acknowledge;
  }

  /** What happens to messages behind one that failed in all regions. Default go on. */
  public AfterFailure afterFailure() {
    return afterFailure;
  }

  /**
   * How many lanes the sessions are spread over. More lanes mean more and smaller batches in
   * flight; 1 to 256. Default 16.
   */
  public int lanes() {
    return lanes;
  }

  /**
   * How many messages may be in flight: taken in and not yet acknowledged or, with {@link
   * Acknowledge#JOURNAL}, not yet accepted by a region. At the limit see {@link #whenFull()}; 1 to
   * 10,000,000. Default 10,000.
   */
  public int maxInFlightMessages() {
    return maxInFlightMessages;
  }

  /**
   * How many bytes (bodies, ids, properties) the messages in flight may have. A single larger
   * message is taken when no other is in flight; 1 KiB to 2 GiB - 1. Default 64 MiB.
   */
  public int maxInFlightBytes() {
    return maxInFlightBytes;
  }

  /** What {@link io.twinbus.sender.Sender#send} does at either limit. Default block. */
  public WhenFull whenFull() {
    return whenFull;
  }

  /** How long {@code send} blocks before it fails; 0 to 1 day. Default 30 s. */
  public Duration maxBlock() {
    return maxBlock;
  }

  /**
   * How long the sender tries to deliver a copy, counted from {@code send}. Then it gives the copy
   * up. Without effect with a journal; 1 s to 1 day. Default 2 min.
   */
  public Duration deliveryTimeout() {
    return deliveryTimeout;
  }

  /**
   * How long a region may take to answer one batch. After that the outcome counts as unknown, and
   * the batch is sent again; 500 ms to 60 s. Default 2.5 s.
   */
  public Duration regionTimeBudget() {
    return regionTimeBudget;
  }

  /**
   * The pause before the first retry of a batch; it doubles with each retry; 1 ms to 1 min. Default
   * 50 ms.
   */
  public Duration retryBackoff() {
    return retryBackoff;
  }

  /**
   * The longest pause between retries, and between probes of a region that does not answer; at
   * least the first pause, at most 1 min. Default 2 s.
   */
  public Duration retryBackoffMax() {
    return retryBackoffMax;
  }

  /**
   * How many messages a batch holds at most; the region also limits its bytes; 1 to 4,000. Default
   * 512.
   */
  public int maxBatchMessages() {
    return maxBatchMessages;
  }

  /**
   * Whether a batch holds messages of one session only, as partitioned entities demand. Cost:
   * throughput. Default false.
   */
  public boolean oneSessionBatches() {
    return oneSessionBatches;
  }

  /**
   * How many copies of acknowledged messages may wait for one region. Above it the oldest are shed
   * and counted or, with a journal, left to the journal; 1 to 10,000,000. Default 100,000.
   */
  public int maxWaitingMessages() {
    return maxWaitingMessages;
  }

  /** How many bytes those copies may have, for each region; 1 KiB to 2 GiB - 1. Default 128 MiB. */
  public int maxWaitingBytes() {
    return maxWaitingBytes;
  }

  /**
   * How many bytes of standby copies are kept in memory for each region. When their home region
   * fails, each is sent once more without its delay. Without room the oldest keep their delay; 0
   * (none is kept) to 2 GiB - 1. Default 32 MiB.
   */
  public int maxHastenedBytes() {
    return maxHastenedBytes;
  }

  /**
   * How many sessions the sender keeps counters for. Above it the longest idle sessions get a fresh
   * stream when they return. Keep it above the number of sessions that are active within {@link
   * #sessionIdle()}, because receivers keep cursors for at most 256 streams of a session; 1 to
   * 10,000,000. Default 100,000.
   */
  public int maxSessions() {
    return maxSessions;
  }

  /** How long a session may be idle before its counter is dropped; 1 s to 7 days. Default 1 day. */
  public Duration sessionIdle() {
    return sessionIdle;
  }

  /**
   * How long {@link io.twinbus.sender.Sender#close()} waits for copies in flight; 0 to 1 day.
   * Default 10 s.
   */
  public Duration closeTimeout() {
    return closeTimeout;
  }

  /**
   * The journal, which makes messages durable before they are sent. With a journal {@link
   * #deliveryTimeout()} has no effect. Default none.
   */
  public Optional<JournalSettings> journal() {
    return Optional.ofNullable(journal);
  }
}
