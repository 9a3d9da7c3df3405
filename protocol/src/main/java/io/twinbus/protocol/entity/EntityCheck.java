package io.twinbus.protocol.entity;

import io.twinbus.protocol.entity.EntityDescription.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What is wrong with the queues or subscriptions that carry the messages: a pure rule, one sentence
 * a finding.
 *
 * <ol>
 *   <li>Refused: no sessions, for then nothing keeps an order; duplicate detection, which would
 *       drop the resend of a message that no region has; partitions, which refuse a batch of
 *       several sessions.
 *   <li>Warned of: a short lock, a low delivery count, a short time to live, an entity that is
 *       disabled.
 *   <li>Warned of: regions that are not set up alike, for what one keeps the other drops.
 * </ol>
 */
public final class EntityCheck {

  /** Locks below this are lost by a pause or a slow network: they are renewed at half. */
  public static final Duration SHORT_LOCK = Duration.ofSeconds(30);

  /** The service's default: a lost lock counts as a delivery. */
  public static final int FEW_DELIVERIES = 10;

  private final Duration retention;

  /** A check for messages that are to be kept for {@code retention}. */
  public EntityCheck(Duration retention) {
    this.retention = retention;
  }

  /** The findings, refusals first; none: all is well. */
  public List<EntityFinding> check(List<EntityDescription> regions) {
    List<EntityFinding> findings = new ArrayList<>();
    regions.forEach(region -> refusals(region, findings));
    regions.forEach(region -> warnings(region, findings));
    for (int i = 1; i < regions.size(); i++) {
      differences(regions.get(0), regions.get(i), findings);
    }
    return List.copyOf(findings);
  }

  private static void refusals(EntityDescription it, List<EntityFinding> findings) {
    if (!it.settings().requiresSession()) {
      refuse(
          it,
          findings,
          "has no sessions, so that nothing keeps an order: create it anew with sessions");
    }
    if (it.settings().detectsDuplicates()) {
      refuse(
          it,
          findings,
          "detects duplicates, and would drop the resend of a message that is nowhere else: create"
              + " it anew without that");
    }
    if (it.settings().partitioned()) {
      refuse(
          it,
          findings,
          "is partitioned, and would refuse a batch with several sessions: create it anew without"
              + " partitions");
    }
  }

  private void warnings(EntityDescription it, List<EntityFinding> findings) {
    Settings settings = it.settings();
    if (settings.lockDuration().compareTo(SHORT_LOCK) < 0) {
      warn(
          it,
          findings,
          "locks a session for %s, so that a pause or a slow network loses it: set 1 to 5 minutes"
              .formatted(inWords(settings.lockDuration())));
    }
    if (settings.maxDeliveryCount() < FEW_DELIVERIES) {
      warn(
          it,
          findings,
          "dead-letters after %d deliveries, and a lost lock counts as one: set %d or more"
              .formatted(settings.maxDeliveryCount(), FEW_DELIVERIES));
    }
    if (settings.defaultTimeToLive().compareTo(retention) < 0) {
      warn(
          it,
          findings,
          "drops messages after %s, in one region before the other: set %s or more"
              .formatted(inWords(settings.defaultTimeToLive()), inWords(retention)));
    }
    if (!settings.active()) {
      warn(it, findings, "is disabled and gives no messages out: enable it");
    }
  }

  private static void differences(
      EntityDescription one, EntityDescription other, List<EntityFinding> findings) {
    differ(one, other, "the lock duration", s -> inWords(s.lockDuration()), findings);
    differ(one, other, "the maximum delivery count", Settings::maxDeliveryCount, findings);
    differ(one, other, "the time to live", s -> inWords(s.defaultTimeToLive()), findings);
  }

  private static void differ(
      EntityDescription one,
      EntityDescription other,
      String what,
      Function<Settings, Object> value,
      List<EntityFinding> findings) {
    Object here = value.apply(one.settings());
    Object there = value.apply(other.settings());
    if (!here.equals(there)) {
      findings.add(
          EntityFinding.warning(
              "For %s, %s is %s in region %s and %s in region %s: set both alike."
                  .formatted(one.name(), what, here, one.region(), there, other.region())));
    }
  }

  private static void refuse(EntityDescription it, List<EntityFinding> findings, String what) {
    findings.add(EntityFinding.refusal(sentence(it, what)));
  }

  private static void warn(EntityDescription it, List<EntityFinding> findings, String what) {
    findings.add(EntityFinding.warning(sentence(it, what)));
  }

  private static String sentence(EntityDescription it, String what) {
    String name = Character.toUpperCase(it.name().charAt(0)) + it.name().substring(1);
    return "%s in region %s %s.".formatted(name, it.region(), what);
  }

  private static String inWords(Duration time) {
    if (time.toDays() > 0 && time.equals(Duration.ofDays(time.toDays()))) {
      return time.toDays() + " d";
    }
    return time.toSeconds() % 60 == 0 ? time.toMinutes() + " min" : time.toSeconds() + " s";
  }
}
