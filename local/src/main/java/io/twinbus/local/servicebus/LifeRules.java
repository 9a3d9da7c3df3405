package io.twinbus.local.servicebus;

import static io.twinbus.local.servicebus.InvalidEndpointSettingException.unless;

import java.time.Duration;

/**
 * How long an entity and its messages live, and whether it is open. Immutable.
 *
 * @param defaultTimeToLive the longest a message may live; a longer one of its own is cut to this
 *     silently; default: practically for ever ({@link #FOREVER})
 * @param autoDeleteOnIdle after how long without use the entity is deleted, its messages included;
 *     at least 5 min; default {@link #FOREVER}
 * @param status which directions are open; default both
 */
public record LifeRules(
    Duration defaultTimeToLive, Duration autoDeleteOnIdle, EntityStatus status) {
  /** The time that stands for "no limit"; longer ones mean the same. */
  public static final Duration FOREVER = Duration.ofDays(36_500);

  private static final Duration MIN_IDLE = Duration.ofMinutes(5);

  /** Cuts times to {@link #FOREVER}. */
  public LifeRules {
    defaultTimeToLive = shorter(defaultTimeToLive, FOREVER);
    autoDeleteOnIdle = shorter(autoDeleteOnIdle, FOREVER);
  }

  /** The service's defaults. */
  public static LifeRules ofDefaults() {
    return new LifeRules(FOREVER, FOREVER, EntityStatus.ACTIVE);
  }

  /** The same with another time to live. */
  public LifeRules withTimeToLive(Duration value) {
    return new LifeRules(value, autoDeleteOnIdle, status);
  }

  /** The same with another time without use after which it is deleted. */
  public LifeRules withAutoDeleteOnIdle(Duration value) {
    return new LifeRules(defaultTimeToLive, value, status);
  }

  /** The same with other directions open. */
  public LifeRules withStatus(EntityStatus value) {
    return new LifeRules(defaultTimeToLive, autoDeleteOnIdle, value);
  }

  /** The same with a time to live that is no longer than another entity's. */
  LifeRules cappedBy(LifeRules other) {
    return withTimeToLive(shorter(defaultTimeToLive, other.defaultTimeToLive));
  }

  void check(String subject) {
    unless(
        !defaultTimeToLive.isNegative() && !defaultTimeToLive.isZero(),
        subject,
        "needs a default time to live > 0, not " + defaultTimeToLive);
    unless(
        autoDeleteOnIdle.compareTo(MIN_IDLE) >= 0,
        subject,
        "can be deleted after 5 idle minutes at the earliest, not " + autoDeleteOnIdle);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }
}
