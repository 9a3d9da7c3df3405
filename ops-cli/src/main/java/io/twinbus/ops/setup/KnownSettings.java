package io.twinbus.ops.setup;

import java.util.Set;

/** The names of every setting that a sender, a receiver or the command line reads. */
public final class KnownSettings {

  private static final Set<String> SHARED =
      Set.of("cluster", "region", "queue", "topic", "subscription", "standby-delay", "home");

  private static final Set<String> REGION = Set.of("namespace", "connection-string");

  private static final Set<String> LEDGER =
      Set.of(
          "endpoint",
          "key",
          "database",
          "container",
          "allow-weak",
          "create-if-missing",
          "generation",
          "retention");

  private static final Set<String> RECEIVER =
      Set.of(
          "max-sessions",
          "commit",
          "commit-group",
          "max-state",
          "in-doubt",
          "gap-policy",
          "gap-grace",
          "gap-bound",
          "max-attempts",
          "on-poison",
          "handler-timeout",
          "beat",
          "lease",
          "linger",
          "shutdown-grace",
          "http.url",
          "http.timeout",
          "http.secret");

  private static final Set<String> SENDER =
      Set.of(
          "acknowledge",
          "after-failure",
          "close-timeout",
          "delivery-timeout",
          "journal",
          "journal-catch-up-rate",
          "journal-fsync",
          "journal-fsync-interval",
          "journal-max-mib",
          "lanes",
          "max-batch-messages",
          "max-block",
          "max-in-flight-bytes",
          "max-in-flight-messages",
          "max-sessions",
          "max-waiting-bytes",
          "max-waiting-messages",
          "one-session-batches",
          "region-time-budget",
          "retry-backoff",
          "retry-backoff-max",
          "session-idle",
          "when-full");

  private KnownSettings() {}

  /** Whether something reads {@code key}; keys outside of {@code twinbus.} are none of ours. */
  public static boolean isRead(String key) {
    if (!key.startsWith("twinbus.")) {
      return true;
    }
    String name = key.substring("twinbus.".length());
    int dot = name.indexOf('.');
    if (dot < 0) {
      return SHARED.contains(name) || name.equals("operator");
    }
    String rest = name.substring(dot + 1);
    return switch (name.substring(0, dot)) {
      case "ledger" -> LEDGER.contains(rest);
      case "receiver" -> RECEIVER.contains(rest);
      case "sender" -> SENDER.contains(rest);
      case "regions" -> REGION.contains(rest.substring(rest.lastIndexOf('.') + 1));
      default -> false;
    };
  }

  /** Whether the value of {@code key} must not be shown. */
  static boolean isSecret(String key) {
    return key.endsWith(".key") || key.endsWith(".connection-string") || key.endsWith(".secret");
  }
}
