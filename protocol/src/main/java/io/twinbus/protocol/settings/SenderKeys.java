package io.twinbus.protocol.settings;

import static io.twinbus.protocol.settings.ValueType.choice;
import static io.twinbus.protocol.settings.ValueType.duration;
import static io.twinbus.protocol.settings.ValueType.flag;
import static io.twinbus.protocol.settings.ValueType.integer;
import static io.twinbus.protocol.settings.ValueType.text;

import java.time.Duration;

/** The settings of senders. */
public final class SenderKeys {

  static final SettingSection SECTION =
      new SettingSection("Sender", "twinbus.sender.", "Each sender reads these for itself.");

  private static final String FULL = "`when-full` decides.";

  /** When a receipt is handed out. */
  public static final Setting<String> ACKNOWLEDGE =
      SECTION
          .define(
              "acknowledge",
              choice("any", "journal", "all"),
              "When a message counts as sent: `any` region has it, the `journal` has it, or `all`"
                  + " regions have it. With `all` no message is sent while a region is down.")
          .otherwise("any");

  /** What becomes of messages behind one that failed. */
  public static final Setting<String> AFTER_FAILURE =
      SECTION
          .define(
              "after-failure",
              choice("go-on", "fail-queued"),
              "What becomes of a session's queued messages when one before them failed in all"
                  + " regions: they `go-on`, or they fail as well (`fail-queued`).")
          .otherwise("go-on");

  /** How many lanes there are. */
  public static final Setting<Integer> LANES =
      SECTION
          .define(
              "lanes",
              integer(1, 256),
              "How many lanes the sessions are spread over. More lanes send more and smaller"
                  + " batches at once.")
          .unit("lanes")
          .otherwise(128);

  /** How many messages may be in flight. */
  public static final Setting<Integer> MAX_IN_FLIGHT_MESSAGES =
      SECTION
          .define(
              "max-in-flight-messages",
              integer(1, 10_000_000),
              "How many messages may be unacknowledged or, with a journal, be in no region yet.")
          .unit("messages")
          .atLimit(FULL)
          .otherwise(10_000);

  /** How many bytes may be in flight. */
  public static final Setting<Integer> MAX_IN_FLIGHT_BYTES =
      SECTION
          .define(
              "max-in-flight-bytes",
              integer(1_024, Integer.MAX_VALUE),
              "How many bytes (bodies, ids, properties) those messages may hold. A larger message is"
                  + " taken when it is the only one.")
          .unit("bytes")
          .atLimit(FULL)
          .otherwise(64 * 1_024 * 1_024);

  /** What a send does when the window is full. */
  public static final Setting<String> WHEN_FULL =
      SECTION
          .define(
              "when-full",
              choice("block", "fail"),
              "What a send does while the window of messages in flight is full: `block` for"
                  + " `max-block`, or `fail` at once.")
          .otherwise("block");

  /** How long a send blocks. */
  public static final Setting<Duration> MAX_BLOCK =
      SECTION
          .define(
              "max-block",
              duration(Duration.ZERO, Duration.ofDays(1)),
              "How long a send blocks while the window is full.")
          .atLimit("The send fails.")
          .otherwise(Duration.ofSeconds(30));

  /** How long a copy is tried. */
  public static final Setting<Duration> DELIVERY_TIMEOUT =
      SECTION
          .define(
              "delivery-timeout",
              duration(Duration.ofSeconds(1), Duration.ofDays(1)),
              "How long a copy is tried, counted from the send. It does not apply with a journal.")
          .atLimit("The region is given up for this message.")
          .otherwise(Duration.ofMinutes(2));

  /** How long a region may take for a batch. */
  public static final Setting<Duration> REGION_TIME_BUDGET =
      SECTION
          .define(
              "region-time-budget",
              duration(Duration.ofMillis(500), Duration.ofSeconds(60)),
              "How long a region may take to answer one batch.")
          .atLimit("The answer counts as unknown, and the batch is sent again.")
          .otherwise(Duration.ofMillis(2_500));

  /** The pause before the first retry. */
  public static final Setting<Duration> RETRY_BACKOFF =
      SECTION
          .define(
              "retry-backoff",
              duration(Duration.ofMillis(1), Duration.ofMinutes(1)),
              "The pause before the first retry of a batch. It doubles with each retry.")
          .otherwise(Duration.ofMillis(50));

  /** The longest pause between retries. */
  public static final Setting<Duration> RETRY_BACKOFF_MAX =
      SECTION
          .define(
              "retry-backoff-max",
              duration(Duration.ofMillis(1), Duration.ofMinutes(1)),
              "The longest pause between retries, and between probes of a region that does not"
                  + " answer. At least `retry-backoff`.")
          .otherwise(Duration.ofSeconds(2));

  /** How many messages a batch holds. */
  public static final Setting<Integer> MAX_BATCH_MESSAGES =
      SECTION
          .define(
              "max-batch-messages",
              integer(1, 4_000),
              "How many messages a batch holds at most, beside the limit of bytes that the region"
                  + " sets.")
          .unit("messages")
          .otherwise(512);

  /** Whether a batch holds messages of one session only. */
  public static final Setting<Boolean> ONE_SESSION_BATCHES =
      SECTION
          .define(
              "one-session-batches",
              flag(),
              "Whether a batch holds messages of one session only, as partitioned entities demand."
                  + " It costs speed.")
          .otherwise(false);

  /** How many copies may wait for a region. */
  public static final Setting<Integer> MAX_WAITING_MESSAGES =
      SECTION
          .define(
              "max-waiting-messages",
              integer(1, 10_000_000),
              "How many copies of acknowledged messages may wait in memory for one region.")
          .unit("messages")
          .atLimit("The oldest are shed and counted; with a journal they stay on the disk.")
          .otherwise(100_000);

  /** How many bytes may wait for a region. */
  public static final Setting<Integer> MAX_WAITING_BYTES =
      SECTION
          .define(
              "max-waiting-bytes",
              integer(1_024, Integer.MAX_VALUE),
              "How many bytes those copies may hold, for each region; half of it those that the"
                  + " sender reads back from the journal to catch up. A message that is larger"
                  + " comes alone.")
          .unit("bytes")
          .atLimit("The oldest are shed and counted; with a journal they stay on the disk.")
          .otherwise(128 * 1_024 * 1_024);

  /** How many bytes of standby copies are kept to be hastened. */
  public static final Setting<Integer> MAX_HASTENED_BYTES =
      SECTION
          .define(
              "max-hastened-bytes",
              integer(0, Integer.MAX_VALUE),
              "How many bytes of standby copies are kept in memory, for each region. When their home"
                  + " region fails, each is sent once more without its delay. 0: none is kept. A"
                  + " producer needs its bytes of 13 seconds.")
          .unit("bytes")
          .atLimit("The oldest are let go, and keep their delay.")
          .otherwise(32 * 1_024 * 1_024);

  /** For how many sessions counters are kept. */
  public static final Setting<Integer> MAX_SESSIONS =
      SECTION
          .define(
              "max-sessions",
              integer(1, 10_000_000),
              "For how many sessions the sender keeps counters. Keep it above the number of sessions"
                  + " that are active within `session-idle`.")
          .unit("sessions")
          .atLimit("The session that is idle longest starts a fresh stream when it returns.")
          .otherwise(100_000);

  /** After how long a session's counter is dropped. */
  public static final Setting<Duration> SESSION_IDLE =
      SECTION
          .define(
              "session-idle",
              duration(Duration.ofSeconds(1), Duration.ofDays(7)),
              "How long a session's counter is kept without a message.")
          .atLimit("The session starts a fresh stream when it returns.")
          .otherwise(Duration.ofDays(1));

  /** How long a close waits. */
  public static final Setting<Duration> CLOSE_TIMEOUT =
      SECTION
          .define(
              "close-timeout",
              duration(Duration.ZERO, Duration.ofDays(1)),
              "How long closing the sender waits for copies on their way.")
          .atLimit("The close report counts the copies that are left.")
          .otherwise(Duration.ofSeconds(10));

  /** The journal's directory. */
  public static final Setting<String> JOURNAL =
      SECTION
          .define(
              "journal",
              text("directory"),
              "A directory of the sender's own on a local disk. It is created where it is missing."
                  + " Without one there is no journal. With `twinbus.queues`, each queue's sender"
                  + " has a directory below, called as the queue is.")
          .optional();

  /** How much disk the journal may take. */
  public static final Setting<Integer> JOURNAL_MAX_MIB =
      SECTION
          .define(
              "journal-max-mib",
              integer(16, 1_024 * 1_024),
              "How much disk the journal may take. At least twice `max-in-flight-bytes`. With"
                  + " `twinbus.queues`, each queue's journal may take as much.")
          .unit("MiB")
          .atLimit(FULL + " Nothing is dropped.")
          .otherwise(1_024);

  /** When the journal is forced to the disk. */
  public static final Setting<String> JOURNAL_FSYNC =
      SECTION
          .define(
              "journal-fsync",
              choice("each", "interval", "never"),
              "When the journal is forced to the disk: before `each` group counts as durable, once"
                  + " an `interval`, or `never` by the sender. Only `each` survives a loss of"
                  + " power.")
          .otherwise("each");

  /** How often the journal is forced to the disk. */
  public static final Setting<Duration> JOURNAL_FSYNC_INTERVAL =
      SECTION
          .define(
              "journal-fsync-interval",
              duration(Duration.ofMillis(1), Duration.ofMinutes(1)),
              "With `journal-fsync: interval`: how often it is forced.")
          .otherwise(Duration.ofMillis(100));

  /** How fast a region catches up from the journal. */
  public static final Setting<Integer> JOURNAL_CATCH_UP_RATE =
      SECTION
          .define(
              "journal-catch-up-rate",
              integer(1, 1_000_000),
              "How fast messages are read back for a region that fell behind. Keep it above the rate"
                  + " of sends.")
          .unit("messages a second")
          .otherwise(5_000);

  private SenderKeys() {}
}
