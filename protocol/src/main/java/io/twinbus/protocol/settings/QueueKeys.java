package io.twinbus.protocol.settings;

import static io.twinbus.protocol.settings.ValueType.integer;
import static io.twinbus.protocol.settings.ValueType.text;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The settings of each queue of a process that has several; the part {@code <name>} of their keys
 * is the queue's name.
 *
 * <p>A queue has settings of its own, and may have most of the receiver's in place of those below
 * {@code twinbus.receiver}.
 */
public final class QueueKeys {

  /** What the keys of all queues are below. */
  public static final String QUEUES = "twinbus.queues";

  private static final String ANY = "<name>.";

  /** The receiver's settings that a queue may have for itself. */
  private static final Map<String, Setting<?>> OVERRIDES =
      byEnd(
          ReceiverKeys.SECTION.prefix(),
          Stream.of(
              ReceiverKeys.MAX_ATTEMPTS,
              ReceiverKeys.GIVE_UP_AFTER,
              ReceiverKeys.RETRY_FIRST,
              ReceiverKeys.RETRY_FACTOR,
              ReceiverKeys.RETRY_LONGEST,
              ReceiverKeys.RETRY_JITTER,
              ReceiverKeys.AWAY_RELEASE,
              ReceiverKeys.REFUSALS,
              ReceiverKeys.ON_POISON,
              ReceiverKeys.IN_DOUBT,
              ReceiverKeys.HANDLER_TIMEOUT,
              ReceiverKeys.LINGER,
              ReceiverKeys.LONG_LINGER,
              ReceiverKeys.QUIET,
              ReceiverKeys.GAP_GRACE,
              ReceiverKeys.GAP_POLICY,
              ReceiverKeys.GAP_BOUND,
              ReceiverKeys.COMMIT,
              ReceiverKeys.COMMIT_GROUP,
              ReceiverKeys.MAX_STATE,
              ReceiverKeys.CLAIM,
              ReceiverKeys.HTTP_URL,
              ReceiverKeys.HTTP_TIMEOUT,
              ReceiverKeys.HTTP_STATUSES,
              ReceiverKeys.HTTP_HEALTH_URL,
              ReceiverKeys.HTTP_SECRET));

  static final SettingSection SECTION =
      new SettingSection(
          "Queues",
          QUEUES + ".",
          "A process that serves several queues names each here, instead of `twinbus.queue`,"
              + " `twinbus.topic` and `twinbus.subscription`. A queue may also have these settings"
              + " of the receiver for itself, as in `twinbus.queues.<name>.on-poison`: "
              + OVERRIDES.keySet().stream().map("`%s`"::formatted).collect(Collectors.joining(", "))
              + ".");

  private static final Setting<String> QUEUE =
      SECTION
          .define(
              ANY + "queue",
              text("queue name"),
              "The queue at the broker. Without it, and without `topic`, the broker's queue is"
                  + " called as the queue is here.")
          .optional();

  private static final Setting<String> TOPIC =
      SECTION
          .define(
              ANY + "topic",
              text("topic name"),
              "The topic that carries the messages instead of a queue. Needs `subscription`.")
          .optional();

  private static final Setting<String> SUBSCRIPTION =
      SECTION
          .define(
              ANY + "subscription",
              text("subscription name"),
              "The subscription of `topic` that receivers read.")
          .optional();

  private static final Setting<Integer> MAX_SESSIONS =
      SECTION
          .define(
              ANY + "max-sessions",
              integer(1, 5_000),
              "How many of the receiver's sessions may be this queue's. Without it: all that the"
                  + " other queues do not use.")
          .unit("sessions")
          .optional();

  private static final Map<String, Setting<?>> OWN =
      byEnd(QUEUES + "." + ANY, Stream.of(QUEUE, TOPIC, SUBSCRIPTION, MAX_SESSIONS));

  private static final Pattern VARIABLE =
      Pattern.compile(
          "TWINBUS_QUEUES_(.+?)_(%s)"
              .formatted(
                  ends().sorted(Comparator.reverseOrder()).collect(Collectors.joining("|"))));

  private QueueKeys() {}

  /** How many sessions the queue called {@code name} may have. */
  public static Setting<Integer> maxSessions(String name) {
    return MAX_SESSIONS.named(key(name, "max-sessions"));
  }

  /** The names of all settings that the queue called {@code name} may have. */
  static List<String> names(String name) {
    return Stream.concat(OWN.keySet().stream(), OVERRIDES.keySet().stream())
        .map(end -> key(name, end))
        .toList();
  }

  /**
   * The queue's own setting in place of {@code shared}; empty for one that all queues share.
   *
   * @param name the queue's name
   */
  static <T> Optional<Setting<T>> of(Setting<T> shared, String name) {
    if (isEntity(shared)) {
      return Optional.of(shared.named(key(name, end(ClusterKeys.SECTION.prefix(), shared))));
    }
    return OVERRIDES.containsValue(shared)
        ? Optional.of(shared.named(key(name, end(ReceiverKeys.SECTION.prefix(), shared))))
        : Optional.empty();
  }

  /** Whether {@code setting} says which queue or subscription it is: no queue inherits that. */
  static boolean isEntity(Setting<?> setting) {
    return setting == ClusterKeys.QUEUE
        || setting == ClusterKeys.TOPIC
        || setting == ClusterKeys.SUBSCRIPTION;
  }

  /** The setting that {@code key} names, if it is one of a queue's. */
  static Optional<Setting<?>> find(String key) {
    int dot = key.indexOf('.', QUEUES.length() + 1);
    return key.startsWith(QUEUES + ".") && dot > 0
        ? find(key.substring(QUEUES.length() + 1, dot), key.substring(dot + 1))
        : Optional.empty();
  }

  /** The setting that the environment variable {@code name} sets, if it is one of a queue's. */
  static Optional<Setting<?>> findVariable(String name) {
    Matcher matcher = VARIABLE.matcher(name);
    return matcher.matches()
        ? Stream.concat(OWN.keySet().stream(), OVERRIDES.keySet().stream())
            .filter(end -> variable(end).equals(matcher.group(2)))
            .findFirst()
            .flatMap(end -> find(KeyNames.ofVariable(matcher.group(1)), end))
        : Optional.empty();
  }

  private static Optional<Setting<?>> find(String queue, String end) {
    Setting<?> any = OWN.containsKey(end) ? OWN.get(end) : OVERRIDES.get(end);
    return any == null ? Optional.empty() : Optional.of(any.named(key(queue, end)));
  }

  private static Stream<String> ends() {
    return Stream.concat(OWN.keySet().stream(), OVERRIDES.keySet().stream())
        .map(QueueKeys::variable);
  }

  private static String variable(String end) {
    return end.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  private static String key(String queue, String end) {
    return QUEUES + "." + queue + "." + end;
  }

  private static Map<String, Setting<?>> byEnd(String prefix, Stream<Setting<?>> settings) {
    Map<String, Setting<?>> byEnd = new LinkedHashMap<>();
    settings.forEach(setting -> byEnd.put(end(prefix, setting), setting));
    return byEnd;
  }

  private static String end(String prefix, Setting<?> setting) {
    return setting.name().substring(prefix.length());
  }
}
