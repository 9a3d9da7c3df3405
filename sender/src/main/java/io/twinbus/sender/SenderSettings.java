package io.twinbus.sender;

import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import java.time.Duration;

/**
 * How a sender behaves: acknowledgement, bounds and times, each with a default.
 *
 * <p>Read from configuration with {@link #from}, or built with {@link #builder()}; either way every
 * value is checked. Immutable and thread-safe.
 */
public final class SenderSettings {

  private static final String PREFIX = "twinbus.sender.";

  private Acknowledge acknowledge = Acknowledge.ANY;
  private int lanes = 16;
  private int maxInFlightMessages = 10_000;
  private int maxInFlightBytes = 64 * 1024 * 1024;
  private WhenFull whenFull = WhenFull.BLOCK;
  private Duration maxBlock = Duration.ofSeconds(30);
  private Duration deliveryTimeout = Duration.ofMinutes(2);
  private Duration regionTimeBudget = Duration.ofMillis(2500);
  private Duration retryBackoff = Duration.ofMillis(50);
  private Duration retryBackoffMax = Duration.ofSeconds(2);
  private int maxBatchMessages = 256;
  private boolean oneSessionBatches = false;
  private int maxWaitingMessages = 100_000;
  private int maxWaitingBytes = 128 * 1024 * 1024;
  private int maxSessions = 100_000;
  private Duration sessionIdle = Duration.ofDays(1);
  private Duration closeTimeout = Duration.ofSeconds(10);

  private SenderSettings() {}

  /** Settings with every default. */
  public static SenderSettings ofDefaults() {
    return builder().build();
  }

  /** Begins settings with every default. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Reads the keys below {@code twinbus.sender}; each is named like the setting, in lower case with
   * hyphens.
   *
   * @throws InvalidSettingException with one sentence for the first mistake found
   */
  public static SenderSettings from(FlatSettings flat) {
    SenderSettings values = new SenderSettings();
    values.acknowledge = flat.choice(PREFIX + "acknowledge", Acknowledge.class, values.acknowledge);
    values.lanes = flat.integer(PREFIX + "lanes", values.lanes, 1, 256);
    values.maxInFlightMessages =
        flat.integer(PREFIX + "max-in-flight-messages", values.maxInFlightMessages, 1, 10000000);
    values.maxInFlightBytes =
        flat.integer(
            PREFIX + "max-in-flight-bytes", values.maxInFlightBytes, 1024, Integer.MAX_VALUE);
    values.whenFull = flat.choice(PREFIX + "when-full", WhenFull.class, values.whenFull);
    values.maxBlock = flat.duration(PREFIX + "max-block", values.maxBlock);
    values.deliveryTimeout = flat.duration(PREFIX + "delivery-timeout", values.deliveryTimeout);
    values.regionTimeBudget = flat.duration(PREFIX + "region-time-budget", values.regionTimeBudget);
    values.retryBackoff = flat.duration(PREFIX + "retry-backoff", values.retryBackoff);
    values.retryBackoffMax = flat.duration(PREFIX + "retry-backoff-max", values.retryBackoffMax);
    values.maxBatchMessages =
        flat.integer(PREFIX + "max-batch-messages", values.maxBatchMessages, 1, 4000);
    values.oneSessionBatches = flat.flag(PREFIX + "one-session-batches", values.oneSessionBatches);
    values.maxWaitingMessages =
        flat.integer(PREFIX + "max-waiting-messages", values.maxWaitingMessages, 1, 10000000);
    values.maxWaitingBytes =
        flat.integer(PREFIX + "max-waiting-bytes", values.maxWaitingBytes, 1024, Integer.MAX_VALUE);
    values.maxSessions = flat.integer(PREFIX + "max-sessions", values.maxSessions, 1, 10000000);
    values.sessionIdle = flat.duration(PREFIX + "session-idle", values.sessionIdle);
    values.closeTimeout = flat.duration(PREFIX + "close-timeout", values.closeTimeout);
    return checked(values);
  }

  /** When a receipt is handed out. Default any. */
  public Acknowledge acknowledge() {
    return acknowledge;
  }

  /**
   * Over how many lanes the sessions are spread: more lanes, more batches on the way at once and
   * smaller ones; 1 to 256. Default 16.
   */
  public int lanes() {
    return lanes;
  }

  /**
   * How many messages may be taken in and not yet acknowledged; at the limit see {@link
   * #whenFull()}; 1 to 10,000,000. Default 10,000.
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
   * and counted; 1 to 10,000,000. Default 100,000.
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

  private static SenderSettings checked(SenderSettings settings) {
    check("lanes", settings.lanes, 1, 256);
    check("max-in-flight-messages", settings.maxInFlightMessages, 1, 10000000);
    check("max-in-flight-bytes", settings.maxInFlightBytes, 1024, Integer.MAX_VALUE);
    check("max-block", settings.maxBlock, Duration.ZERO, Duration.ofDays(1));
    check("delivery-timeout", settings.deliveryTimeout, Duration.ofSeconds(1), Duration.ofDays(1));
    check(
        "region-time-budget",
        settings.regionTimeBudget,
        Duration.ofMillis(500),
        Duration.ofSeconds(60));
    check("retry-backoff", settings.retryBackoff, Duration.ofMillis(1), Duration.ofMinutes(1));
    check(
        "retry-backoff-max",
        settings.retryBackoffMax,
        settings.retryBackoff,
        Duration.ofMinutes(1));
    check("max-batch-messages", settings.maxBatchMessages, 1, 4000);
    check("max-waiting-messages", settings.maxWaitingMessages, 1, 10000000);
    check("max-waiting-bytes", settings.maxWaitingBytes, 1024, Integer.MAX_VALUE);
    check("max-sessions", settings.maxSessions, 1, 10000000);
    check("session-idle", settings.sessionIdle, Duration.ofSeconds(1), Duration.ofDays(7));
    check("close-timeout", settings.closeTimeout, Duration.ZERO, Duration.ofDays(1));
    return settings;
  }

  private static <T extends Comparable<T>> void check(String key, T value, T least, T most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new InvalidSettingException(
          "%s%s is %s: give a value from %s to %s.".formatted(PREFIX, key, value, least, most));
    }
  }

  /** Builds settings; not thread-safe. */
  public static final class Builder {

    private final SenderSettings values = new SenderSettings();

    private Builder() {}

    /** See {@link SenderSettings#acknowledge()}. */
    public Builder acknowledge(Acknowledge value) {
      values.acknowledge = value;
      return this;
    }

    /** See {@link SenderSettings#lanes()}. */
    public Builder lanes(int value) {
      values.lanes = value;
      return this;
    }

    /** See {@link SenderSettings#maxInFlightMessages()}. */
    public Builder maxInFlightMessages(int value) {
      values.maxInFlightMessages = value;
      return this;
    }

    /** See {@link SenderSettings#maxInFlightBytes()}. */
    public Builder maxInFlightBytes(int value) {
      values.maxInFlightBytes = value;
      return this;
    }

    /** See {@link SenderSettings#whenFull()}. */
    public Builder whenFull(WhenFull value) {
      values.whenFull = value;
      return this;
    }

    /** See {@link SenderSettings#maxBlock()}. */
    public Builder maxBlock(Duration value) {
      values.maxBlock = value;
      return this;
    }

    /** See {@link SenderSettings#deliveryTimeout()}. */
    public Builder deliveryTimeout(Duration value) {
      values.deliveryTimeout = value;
      return this;
    }

    /** See {@link SenderSettings#regionTimeBudget()}. */
    public Builder regionTimeBudget(Duration value) {
      values.regionTimeBudget = value;
      return this;
    }

    /** See {@link SenderSettings#retryBackoff()}. */
    public Builder retryBackoff(Duration value) {
      values.retryBackoff = value;
      return this;
    }

    /** See {@link SenderSettings#retryBackoffMax()}. */
    public Builder retryBackoffMax(Duration value) {
      values.retryBackoffMax = value;
      return this;
    }

    /** See {@link SenderSettings#maxBatchMessages()}. */
    public Builder maxBatchMessages(int value) {
      values.maxBatchMessages = value;
      return this;
    }

    /** See {@link SenderSettings#oneSessionBatches()}. */
    public Builder oneSessionBatches(boolean value) {
      values.oneSessionBatches = value;
      return this;
    }

    /** See {@link SenderSettings#maxWaitingMessages()}. */
    public Builder maxWaitingMessages(int value) {
      values.maxWaitingMessages = value;
      return this;
    }

    /** See {@link SenderSettings#maxWaitingBytes()}. */
    public Builder maxWaitingBytes(int value) {
      values.maxWaitingBytes = value;
      return this;
    }

    /** See {@link SenderSettings#maxSessions()}. */
    public Builder maxSessions(int value) {
      values.maxSessions = value;
      return this;
    }

    /** See {@link SenderSettings#sessionIdle()}. */
    public Builder sessionIdle(Duration value) {
      values.sessionIdle = value;
      return this;
    }

    /** See {@link SenderSettings#closeTimeout()}. */
    public Builder closeTimeout(Duration value) {
      values.closeTimeout = value;
      return this;
    }

    /**
     * The settings.
     *
     * @throws InvalidSettingException with one sentence for the first value out of its range
     */
    public SenderSettings build() {
      SenderSettings copy = new SenderSettings();
      copy.acknowledge = values.acknowledge;
      copy.lanes = values.lanes;
      copy.maxInFlightMessages = values.maxInFlightMessages;
      copy.maxInFlightBytes = values.maxInFlightBytes;
      copy.whenFull = values.whenFull;
      copy.maxBlock = values.maxBlock;
      copy.deliveryTimeout = values.deliveryTimeout;
      copy.regionTimeBudget = values.regionTimeBudget;
      copy.retryBackoff = values.retryBackoff;
      copy.retryBackoffMax = values.retryBackoffMax;
      copy.maxBatchMessages = values.maxBatchMessages;
      copy.oneSessionBatches = values.oneSessionBatches;
      copy.maxWaitingMessages = values.maxWaitingMessages;
      copy.maxWaitingBytes = values.maxWaitingBytes;
      copy.maxSessions = values.maxSessions;
      copy.sessionIdle = values.sessionIdle;
      copy.closeTimeout = values.closeTimeout;
      return checked(copy);
    }
  }
}
