package io.twinbus.local.servicebus;

import static io.twinbus.local.servicebus.InvalidEndpointSettingException.unless;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a queue or a topic takes in. Immutable.
 *
 * @param maxMessageSizeBytes the largest message or batch; default 256 KiB, 1 KiB to 100 MiB
 * @param maxSizeBytes how much the entity holds, dead letters and copies for subscriptions
 *     included, before it refuses sends; default 1 GiB
 * @param duplicateWindow for how long a message id is remembered, and a second message under it
 *     dropped silently; 20 s to 7 days; default null: duplicates are not detected. Whether they are
 *     is fixed once the entity exists
 */
public record SendRules(
    int maxMessageSizeBytes, long maxSizeBytes, @Nullable Duration duplicateWindow) {
  /** For how long message ids are remembered where nothing else is said. */
  public static final Duration DEFAULT_DUPLICATE_WINDOW = Duration.ofMinutes(10);

  private static final Duration MIN_WINDOW = Duration.ofSeconds(20);
  private static final Duration MAX_WINDOW = Duration.ofDays(7);
  private static final int MIN_MESSAGE_SIZE = 1024;
  private static final int MAX_MESSAGE_SIZE = 100 * 1024 * 1024;

  /** The service's defaults. */
  public static SendRules ofDefaults() {
    return new SendRules(256 * 1024, 1L << 30, null);
  }

  /** The same with other sizes: of the largest message, and of all messages together. */
  public SendRules withSizes(int maxMessage, long maxAll) {
    return new SendRules(maxMessage, maxAll, duplicateWindow);
  }

  /** The same with message ids remembered for a while; null: not at all. */
  public SendRules withDuplicateWindow(@Nullable Duration value) {
    return new SendRules(maxMessageSizeBytes, maxSizeBytes, value);
  }

  void check(String subject) {
    unless(
        maxMessageSizeBytes >= MIN_MESSAGE_SIZE && maxMessageSizeBytes <= MAX_MESSAGE_SIZE,
        subject,
        "takes messages of at most 1 KiB to 100 MiB, not " + maxMessageSizeBytes + " bytes");
    unless(
        maxSizeBytes >= maxMessageSizeBytes,
        subject,
        "must hold at least one message, and has room for " + maxSizeBytes + " bytes");
    unless(
        duplicateWindow == null
            || (duplicateWindow.compareTo(MIN_WINDOW) >= 0
                && duplicateWindow.compareTo(MAX_WINDOW) <= 0),
        subject,
        "remembers message ids for 20 seconds to 7 days, not " + duplicateWindow);
  }
}
