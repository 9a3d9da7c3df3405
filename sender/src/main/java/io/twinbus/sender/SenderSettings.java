package io.twinbus.sender;

import io.twinbus.protocol.settings.FlatSettings;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a sender behaves: acknowledgement, bounds and times, each with a default.
 *
 * <p>Read from configuration with {@link #from}, or built with {@link #builder()}; either way every
 * value is checked. Immutable and thread-safe.
 */
public final class SenderSettings {

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
   * Reads the keys below {@code twinbus.sender}; each is named like the setting, in lower case with
   * hyphens.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for the first
   *     mistake found
   */
  public static SenderSettings from(FlatSettings flat) {
    return new SenderSettingsBuilder().read(flat).build();
  }

  /** When a receipt is handed out. Default any. */
  public Acknowledge acknowledge() {
    return acknowledge;
  }

  /** What becomes of messages queued behind one that failed in all regions. Default go on. */
  public AfterFailure afterFailure() {
    return afterFailure;
  }

  /**
   * Over how many lanes the sessions are spread: more lanes, more batches on the way at once and
   * smaller ones; 1 to 256. Default 16.
   */
  public int lanes() {
    return lanes;
  }

  /**
   * How many messages may be taken in and not yet acknowledged or, with a journal, had by no
   * region; at the limit see {@link #whenFull()}; 1 to 10,000,000. Default 10,000.
   */
  public int maxInFlightMessages() {
    return maxInFlightMessages;
  }

  /**
   * How many bytes (bodies, ids, properties) those messages may hold; a single larger message is
   * still taken when nothing else is in flight; 1 KiB to 2 GiB - 1. Default 64 MiB.
   */
  public int maxInFlightBytes() {
    return maxInFlightBytes;
  }

  /** What {@link Sender#send} does at either limit. Default block. */
  public WhenFull whenFull() {
    return whenFull;
  }

  /** How long {@code send} blocks before it fails; at least 0. Default 30 s. */
  public Duration maxBlock() {
    return maxBlock;
  }

  /**
   * How long a copy is tried, counted from {@code send}; then the region is given up for this
   * message; 1 s to 1 day. Default 2 min.
   */
  public Duration deliveryTimeout() {
    return deliveryTimeout;
  }

  /**
   * How long a region may take to answer one batch, before the answer counts as unknown and the
   * batch is sent again; 500 ms to 60 s. Default 2.5 s.
   */
  public Duration regionTimeBudget() {
    return regionTimeBudget;
  }

  /**
   * The pause before the first retry of a batch; it doubles with each; 1 ms to 1 min. Default 50
   * ms.
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
   * How many messages a batch holds at most, beside the limit of bytes that the region sets; 1 to
   * 4,000. Default 256.
   */
  public int maxBatchMessages() {
    return maxBatchMessages;
  }

  /**
   * Whether a batch holds messages of one session only, as partitioned entities demand; costs
   * speed. Default false.
   */
  public boolean oneSessionBatches() {
    return oneSessionBatches;
  }

  /**
   * How many copies of acknowledged messages may wait for one region; above it the oldest are shed
   * and counted, or, with a journal, left to it; 1 to 10,000,000. Default 100,000.
   */
  public int maxWaitingMessages() {
    return maxWaitingMessages;
  }

  /** How many bytes those copies may hold, for each region; 1 KiB to 2 GiB - 1. Default 128 MiB. */
  public int maxWaitingBytes() {
    return maxWaitingBytes;
  }

  /**
   * For how many sessions the sender keeps counters; above it the longest idle get a fresh stream
   * when they return. Keep it above the number of sessions active within {@link #sessionIdle()}:
   * receivers keep a cursor for each stream of a session, 256 at most; 1 to 10,000,000. Default
   * 100,000.
   */
  public int maxSessions() {
    return maxSessions;
  }

  /**
   * After how long without a message a session's counter is dropped; 1 s to 7 days. Default 1 day.
   */
  public Duration sessionIdle() {
    return sessionIdle;
  }

  /** How long {@link Sender#close()} waits for copies on the way; at least 0. Default 10 s. */
  public Duration closeTimeout() {
    return closeTimeout;
  }

  /**
   * The journal, in which messages are durable before they are sent; with one {@link
   * #deliveryTimeout()} does not apply. Default none.
   */
  public Optional<JournalSettings> journal() {
    return Optional.ofNullable(journal);
  }
}
