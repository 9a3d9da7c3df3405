package io.twinbus.protocol.settings;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The names of all settings, by who reads them: what the receiver looks for in its environment, and
 * what {@code config check} holds a file against. A setting that is missing here is read by nobody.
 */
public final class SettingNames {

  /** What all processes of a deployment share, but for their regions. */
  public static final List<String> SHARED =
      List.of(
          "twinbus.cluster",
          "twinbus.queue",
          "twinbus.topic",
          "twinbus.subscription",
          "twinbus.standby-delay",
          "twinbus.home");

  /** Where the ledger is, and what to make of it. */
  public static final List<String> LEDGER =
      below(
          "twinbus.ledger.",
          "endpoint",
          "key",
          "database",
          "container",
          "allow-weak",
          "create-if-missing",
          "generation",
          "retention");

  /** A receiver's own; any other name below {@code twinbus.receiver} is a mistake. */
  public static final List<String> RECEIVER =
      below(
          "twinbus.receiver.",
          "max-sessions",
          "max-attempts",
          "on-poison",
          "handler-timeout",
          "beat",
          "lease",
          "linger",
          "gap-grace",
          "gap-bound",
          "gap-policy",
          "commit",
          "commit-group",
          "max-state",
          "in-doubt",
          "claim",
          "shutdown-grace",
          "http.url",
          "http.timeout",
          "http.secret",
          "admin.host",
          "admin.port",
          "admin.token");

  /** A sender's own. */
  public static final List<String> SENDER =
      below(
          "twinbus.sender.",
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

  /** Which region a process belongs to: a receiver's. */
  public static final String REGION = "twinbus.region";

  /** Who an operator is, in what the command line writes. */
  public static final String OPERATOR = "twinbus.operator";

  private static final String REGIONS = "twinbus.regions.";
  private static final Set<String> OF_A_REGION = Set.of("namespace", "connection-string");
  private static final Set<String> SECRETS = Set.of("key", "connection-string", "secret", "token");

  private SettingNames() {}

  /** All of them, but for those of the regions, whose names are the deployment's own. */
  public static List<String> all() {
    return Stream.of(SHARED, LEDGER, RECEIVER, SENDER, List.of(REGION, OPERATOR))
        .flatMap(List::stream)
        .toList();
  }

  /** Whether something reads {@code key}; keys outside of {@code twinbus.} are none of ours. */
  public static boolean isRead(String key) {
    if (!key.startsWith("twinbus.")) {
      return true;
    }
    return key.startsWith(REGIONS) ? OF_A_REGION.contains(last(key)) : all().contains(key);
  }

  /** Whether the value of {@code key} must not be shown. */
  public static boolean isSecret(String key) {
    return SECRETS.contains(last(key));
  }

  private static String last(String key) {
    return key.substring(key.lastIndexOf('.') + 1);
  }

  private static List<String> below(String prefix, String... names) {
    return Stream.of(names).map(name -> prefix + name).toList();
  }
}
