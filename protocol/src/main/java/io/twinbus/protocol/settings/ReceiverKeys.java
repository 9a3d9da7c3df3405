package io.twinbus.protocol.settings;

import static io.twinbus.protocol.settings.ValueType.choice;
import static io.twinbus.protocol.settings.ValueType.duration;
import static io.twinbus.protocol.settings.ValueType.integer;
import static io.twinbus.protocol.settings.ValueType.text;
import static io.twinbus.protocol.settings.ValueType.url;

import java.net.URI;
import java.time.Duration;

/** The settings of receivers. */
public final class ReceiverKeys {

  static final SettingSection SECTION =
      new SettingSection("Receiver", "twinbus.receiver.", "Each receiver reads these for itself.");

  private static final ValueType<Duration> UP_TO_A_DAY =
      duration(Duration.ofMillis(1), Duration.ofDays(1));

  /** Whether a Spring application receives. */
  public static final Setting<Boolean> AUTO_START =
      SECTION
          .define(
              "auto-start",
              ValueType.flag(),
              "Whether a Spring application that has a handler receives as soon as its context is"
                  + " started.")
          .otherwise(true);

  /** How many sessions a receiver holds. */
  public static final Setting<Integer> MAX_SESSIONS =
      SECTION
          .define(
              "max-sessions",
              integer(1, 5_000),
              "How many sessions the receiver holds at a time, active or parked.")
          .unit("sessions")
          .atLimit("It accepts no more; parked sessions give their places up in turn.")
          .otherwise(200);

  /** How often a message's handler is called. */
  public static final Setting<Integer> MAX_ATTEMPTS =
      SECTION
          .define(
              "max-attempts",
              integer(1, 1_000),
              "How many failed calls count to the end of a message. A failure counts when the"
                  + " handler worked for another session meanwhile. A call that a takeover finds"
                  + " started counts.")
          .unit("calls")
          .atLimit("`on-poison` decides.")
          .otherwise(10);

  /** How long a message is tried whose failures have no evidence. */
  public static final Setting<Duration> GIVE_UP_AFTER =
      SECTION
          .define(
              "give-up-after",
              duration(Duration.ZERO, Duration.ofDays(7)),
              "How long a message is tried that fails while no other session has calls, so that"
                  + " nothing tells it from a handler that is down.")
          .atLimit("Its next failure ends it, if `max-attempts` have failed.")
          .otherwise(Duration.ofMinutes(15));

  /** The first wait after a failure. */
  public static final Setting<Duration> RETRY_FIRST =
      SECTION
          .define(
              "retry.first",
              UP_TO_A_DAY,
              "How long a session waits after a message's first failure.")
          .otherwise(Duration.ofMillis(200));

  /** By how much waits grow. */
  public static final Setting<Integer> RETRY_FACTOR =
      SECTION
          .define("retry.factor", integer(1, 10), "By how much the wait grows with each failure.")
          .otherwise(2);

  /** The longest wait after a failure. */
  public static final Setting<Duration> RETRY_LONGEST =
      SECTION
          .define("retry.longest", UP_TO_A_DAY, "The longest wait after a failure.")
          .otherwise(Duration.ofSeconds(30));

  /** How much waits differ. */
  public static final Setting<Integer> RETRY_JITTER =
      SECTION
          .define(
              "retry.jitter",
              integer(0, 100),
              "By how much each wait differs at random, up or down.")
          .unit("percent")
          .otherwise(20);

  /** How long claims are kept while the handler is away. */
  public static final Setting<Duration> AWAY_RELEASE =
      SECTION
          .define(
              "away-release",
              duration(Duration.ZERO, Duration.ofDays(1)),
              "How long claims are kept while the handler is away.")
          .atLimit("They are released, so that another region takes the sessions over.")
          .otherwise(Duration.ofSeconds(10));

  /** What is made of judged refusals. */
  public static final Setting<String> REFUSALS =
      SECTION
          .define(
              "refusals",
              choice("doubt", "believe"),
              "`doubt`: a handler that refuses messages of three sessions in a row, and completes"
                  + " none in between, counts as away. `believe`: each refusal ends its message.")
          .otherwise("doubt");

  /** What happens after the last attempt. */
  public static final Setting<String> ON_POISON =
      SECTION
          .define(
              "on-poison",
              choice("dead-letter", "block"),
              "What happens after the last failed call: `dead-letter` the message and go on, or"
                  + " `block` its session until an operator decides.")
          .otherwise("dead-letter");

  /** What becomes of a message whose end is unknown. */
  public static final Setting<String> IN_DOUBT =
      SECTION
          .define(
              "in-doubt",
              choice("rerun", "block"),
              "What happens to a message whose handler was started and whose end is not recorded:"
                  + " `rerun` it, or `block` its session until an operator decides. `block` costs"
                  + " one more write a message.")
          .otherwise("rerun");

  /** When a handler call is cancelled. */
  public static final Setting<Duration> HANDLER_TIMEOUT =
      SECTION
          .define("handler-timeout", UP_TO_A_DAY, "How long a handler call may take.")
          .atLimit("The call is cancelled, and counts as failed if it does not return in time.")
          .otherwise(Duration.ofSeconds(60));

  /** How often a lease is renewed. */
  public static final Setting<Duration> BEAT =
      SECTION
          .define("beat", UP_TO_A_DAY, "How often the receiver renews its lease.")
          .otherwise(Duration.ofSeconds(2));

  /** After which silence other receivers take over. */
  public static final Setting<Duration> LEASE =
      SECTION
          .define(
              "lease",
              UP_TO_A_DAY,
              "How long a receiver may be silent. A multiple of `beat`; the same for all"
                  + " receivers.")
          .atLimit("Other receivers take its sessions over.")
          .otherwise(Duration.ofSeconds(10));

  /** How long an idle claim is kept. */
  public static final Setting<Duration> LINGER =
      SECTION
          .define(
              "linger",
              UP_TO_A_DAY,
              "How long a worker keeps its claim on a session without work. While other sessions"
                  + " wait for places, or another receiver for this session, it releases the claim"
                  + " after `quiet`.")
          .otherwise(Duration.ofSeconds(2));

  /** How long an idle claim is kept that nobody waits for. */
  public static final Setting<Duration> LONG_LINGER =
      SECTION
          .define(
              "long-linger",
              UP_TO_A_DAY,
              "The same while places are free, the region answers, the handler is well, no gap is"
                  + " on record, and no other receiver waits for the session. The next message then"
                  + " starts without a round trip to the ledger.")
          .otherwise(Duration.ofSeconds(60));

  /** How long a place is kept for the next message. */
  public static final Setting<Duration> QUIET =
      SECTION
          .define(
              "quiet",
              UP_TO_A_DAY,
              "While other sessions wait for places, or another receiver for this session: how"
                  + " long after its latest message a worker waits for the next one before it"
                  + " releases the claim. Where places are wanted, the last message's end is"
                  + " written with the release.")
          .otherwise(Duration.ofMillis(50));

  /** How long a gap may be open. */
  public static final Setting<Duration> GAP_GRACE =
      SECTION
          .define("gap-grace", UP_TO_A_DAY, "How long a gap may be open before it is reported.")
          .otherwise(Duration.ofSeconds(30));

  /** What happens at a gap that no region can fill. */
  public static final Setting<String> GAP_POLICY =
      SECTION
          .define(
              "gap-policy",
              choice("wait", "skip"),
              "What happens at a gap that no region fills: `wait` with an alert, or `skip` it after"
                  + " `gap-bound`.")
          .otherwise("wait");

  /** How long a gap's report must have stood. */
  public static final Setting<Duration> GAP_BOUND =
      SECTION
          .define(
              "gap-bound",
              UP_TO_A_DAY,
              "With `gap-policy: skip`: how long this region's report of the gap must have stood"
                  + " before the gap is skipped.")
          .otherwise(Duration.ofMinutes(5));

  /** Whether ends are committed each by itself. */
  public static final Setting<String> COMMIT =
      SECTION
          .define(
              "commit",
              choice("each", "grouped"),
              "`each`: a message's end is written before the next handler starts; after a crash"
                  + " only the message in hand runs again. `grouped`: handlers go on meanwhile;"
                  + " after a crash up to `commit-group` messages run again, in order.")
          .otherwise("each");

  /** How many messages may run ahead of the ledger. */
  public static final Setting<Integer> COMMIT_GROUP =
      SECTION
          .define(
              "commit-group",
              integer(2, 1_024),
              "With `commit: grouped`: how many messages may run ahead of the ledger. The receiver"
                  + " asks the broker for twice as many copies of a session, 64 to 256.")
          .unit("messages")
          .atLimit("The next handler starts when the ledger has their ends.")
          .otherwise(64);

  /** How large a session's state may be. */
  public static final Setting<Integer> MAX_STATE =
      SECTION
          .define(
              "max-state",
              integer(0, 1_024 * 1_024),
              "How much state a handler may keep for a session.")
          .unit("bytes")
          .atLimit("The call that wants to keep more counts as failed.")
          .otherwise(262_144);

  /** The largest body that Service Bus carries, in bytes. */
  public static final int MOST_BODY = 100 * 1_024 * 1_024;

  /** How large a body may be. */
  public static final Setting<Integer> MAX_BODY =
      SECTION
          .define(
              "max-body",
              integer(1_024, MOST_BODY),
              "How large the body of a message may be. Lower it to what your producers send, so"
                  + " that no other party that may send to the queue fills a handler's memory.")
          .unit("bytes")
          .atLimit(
              "The message is dead-lettered. Its session's stream waits for it; raise the bound and"
                  + " replay it, or skip it.")
          .otherwise(MOST_BODY);

  /** How many bytes of copies a process holds. */
  public static final Setting<Integer> MAX_BUFFERED =
      SECTION
          .define(
              "max-buffered",
              integer(1, 1_024 * 1_024),
              "How much memory the copies in hand of all sessions and queues may take together,"
                  + " their bodies included. A quarter of the heap where it is not set. It must"
                  + " hold one message of `max-body`.")
          .unit("MiB")
          .atLimit(
              "Nothing more is asked for. A session without a copy always gets one, and no session"
                  + " is accepted until there is room for its first message.")
          .optional();

  /** What is claimed before a handler is called. */
  public static final Setting<String> CLAIM =
      SECTION
          .define(
              "claim",
              choice("session", "message"),
              "What is claimed before a handler is called: the `session`, or each `message` by"
                  + " itself, which gives up the order across regions. The same for all receivers"
                  + " of a deployment; change it only while the queues are empty.")
          .otherwise("session");

  /** How long a drain waits. */
  public static final Setting<Duration> SHUTDOWN_GRACE =
      SECTION
          .define("shutdown-grace", UP_TO_A_DAY, "How long a drain waits for handler calls.")
          .atLimit("The calls are cancelled.")
          .otherwise(Duration.ofSeconds(25));

  /** The handler's address. */
  public static final Setting<URI> HTTP_URL =
      SECTION
          .define(
              "http.url",
              url("give an http:// or https:// address"),
              "The address of a handler over HTTP. Its user, password or query is shown nowhere.")
          .optional();

  /** How long a call over HTTP may take. */
  public static final Setting<Duration> HTTP_TIMEOUT =
      SECTION
          .define(
              "http.timeout",
              UP_TO_A_DAY,
              "How long a call over HTTP may take; `handler-timeout` where it is not set. The"
                  + " shorter one of the two holds.")
          .optional();

  /** Statuses that mean another kind of failure. */
  public static final Setting<String> HTTP_STATUSES =
      SECTION
          .define(
              "http.statuses",
              text("statuses and kinds"),
              "Statuses that say something else here than commonly: `404=judged 500=throttled`. The"
                  + " kinds are `judged`, `away`, `ambiguous`, `throttled` and `end-unknown`. The"
                  + " middle three may say how long to wait, up to an hour: `409=ambiguous:30s`. A"
                  + " Retry-After of the answer goes before.")
          .optional();

  /** What is asked whether the handler is there. */
  public static final Setting<URI> HTTP_HEALTH_URL =
      SECTION
          .define(
              "http.health-url",
              url("give an http:// or https:// address"),
              "With `in-doubt: block`: what is asked whether a handler that was away is back; 2xx"
                  + " says so. Without it any answer to OPTIONS at `http.url` does. A queue that"
                  + " has an `http.url` of its own has this one only if it sets it, too.")
          .optional();

  /** What calls over HTTP are signed with. */
  public static final Setting<String> HTTP_SECRET =
      SECTION
          .define(
              "http.secret",
              text("webhook secret"),
              "What calls over HTTP are signed with: `whsec_` and 24 to 64 bytes in base64. Two of"
                  + " them, separated by a space, while one replaces the other.")
          .secret()
          .optional();

  /** Where the admin endpoints listen. */
  public static final Setting<String> ADMIN_HOST =
      SECTION
          .define(
              "admin.host",
              text("address of this machine"),
              "Where the admin endpoints listen. Any address but loopback needs `admin.token`.")
          .otherwise("127.0.0.1");

  /** The admin endpoints' port. */
  public static final Setting<Integer> ADMIN_PORT =
      SECTION
          .define("admin.port", integer(0, 65_535), "The admin endpoints' port; 0: any free one.")
          .otherwise(8_081);

  /** What every caller of the admin endpoints must bring. */
  public static final Setting<String> ADMIN_TOKEN =
      SECTION
          .define(
              "admin.token",
              text("token"),
              "What every caller of the admin endpoints must bring as a bearer token: 16 characters"
                  + " or more. Two of them, separated by a space, while one replaces the other.")
          .secret()
          .optional();

  /** A file that holds the bearer tokens of the admin endpoints. */
  public static final Setting<String> ADMIN_TOKEN_FILE =
      SECTION
          .define(
              "admin.token-file",
              text("path"),
              "A file that holds such tokens, instead of `admin.token`. It is read for each"
                  + " request, so a token is changed without a restart.")
          .optional();

  /** Where metrics are pushed to. */
  public static final Setting<URI> METRICS_OTLP_URL =
      SECTION
          .define(
              "metrics.otlp-url",
              url("give an http:// or https:// address"),
              "Where metrics are pushed by OTLP over HTTP, such as"
                  + " `http://collector:4318/v1/metrics`. Without it they are only scraped.")
          .optional();

  /** How often metrics are pushed. */
  public static final Setting<Duration> METRICS_OTLP_EVERY =
      SECTION
          .define(
              "metrics.otlp-every",
              duration(Duration.ofSeconds(1), Duration.ofHours(1)),
              "With `metrics.otlp-url`: how often metrics are pushed.")
          .otherwise(Duration.ofSeconds(30));

  private ReceiverKeys() {}
}
