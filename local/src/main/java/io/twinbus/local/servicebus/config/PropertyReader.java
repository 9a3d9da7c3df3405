package io.twinbus.local.servicebus.config;

import io.twinbus.local.servicebus.EntityStatus;
import io.twinbus.local.servicebus.LifeRules;
import io.twinbus.local.servicebus.MissingFeature;
import io.twinbus.local.servicebus.ReceiveRules;
import io.twinbus.local.servicebus.SendRules;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Reads the {@code Properties} of entities: those that several kinds of entities have. */
final class PropertyReader {
  static final Set<String> LIFE = Set.of("DefaultMessageTimeToLive", "AutoDeleteOnIdle", "Status");
  static final Set<String> SENDING =
      Set.of(
          "RequiresDuplicateDetection",
          "DuplicateDetectionHistoryTimeWindow",
          "MaxMessageSizeInKilobytes",
          "MaxSizeInMegabytes");
  static final Set<String> RECEIVING =
      Set.of(
          "RequiresSession",
          "LockDuration",
          "MaxDeliveryCount",
          "DeadLetteringOnMessageExpiration");
  static final Set<String> FORWARDING = Set.of("ForwardTo", "ForwardDeadLetteredMessagesTo");

  private static final int BYTES_A_KILOBYTE = 1024;
  private static final long BYTES_A_MEGABYTE = 1024L * 1024;

  private PropertyReader() {}

  static LifeRules life(Place properties) {
    LifeRules rules = LifeRules.ofDefaults();
    Optional<Place> timeToLive = properties.find("DefaultMessageTimeToLive");
    if (timeToLive.isPresent()) {
      rules = rules.withTimeToLive(timeToLive.get().duration());
    }
    Optional<Place> idle = properties.find("AutoDeleteOnIdle");
    if (idle.isPresent()) {
      rules = rules.withAutoDeleteOnIdle(idle.get().duration());
    }
    Optional<Place> status = properties.find("Status");
    return status.isPresent() ? rules.withStatus(status(status.get())) : rules;
  }

  static SendRules sending(Place properties) {
    SendRules rules = SendRules.ofDefaults();
    int message =
        properties
            .find("MaxMessageSizeInKilobytes")
            .map(place -> bytes(place, BYTES_A_KILOBYTE))
            .orElse((long) rules.maxMessageSizeBytes())
            .intValue();
    long all =
        properties
            .find("MaxSizeInMegabytes")
            .map(place -> bytes(place, BYTES_A_MEGABYTE))
            .orElse(rules.maxSizeBytes());
    boolean detect = properties.find("RequiresDuplicateDetection").map(Place::flag).orElse(false);
    Duration window =
        properties
            .find("DuplicateDetectionHistoryTimeWindow")
            .map(Place::duration)
            .orElse(SendRules.DEFAULT_DUPLICATE_WINDOW);
    return rules.withSizes(message, all).withDuplicateWindow(detect ? window : null);
  }

  static ReceiveRules receiving(Place properties) {
    ReceiveRules rules =
        ReceiveRules.ofDefaults(properties.find("RequiresSession").map(Place::flag).orElse(false));
    Duration lock =
        properties.find("LockDuration").map(Place::duration).orElse(rules.lockDuration());
    int deliveries =
        properties.find("MaxDeliveryCount").map(Place::number).orElse(rules.maxDeliveryCount());
    boolean deadLetter =
        properties.find("DeadLetteringOnMessageExpiration").map(Place::flag).orElse(false);
    return rules
        .withLockDuration(lock)
        .withMaxDeliveryCount(deliveries)
        .withDeadLetteringOnExpiration(deadLetter);
  }

  /** The emulator's files name these with empty texts where nothing is forwarded. */
  static void refuseForwarding(Place properties) {
    for (String name : FORWARDING) {
      Optional<Place> target = properties.find(name);
      if (target.isPresent() && !target.get().text().isEmpty()) {
        throw target.get().mistake(MissingFeature.FORWARDING.sentence());
      }
    }
  }

  private static long bytes(Place place, long unit) {
    long bytes = place.number() * unit;
    if (bytes <= 0 || (unit == BYTES_A_KILOBYTE && bytes > Integer.MAX_VALUE)) {
      throw place.mistake("This is no size that an entity can have.");
    }
    return bytes;
  }

  private static EntityStatus status(Place place) {
    return switch (place.text()) {
      case "Active" -> EntityStatus.ACTIVE;
      case "Disabled" -> EntityStatus.DISABLED;
      case "SendDisabled" -> EntityStatus.SEND_DISABLED;
      case "ReceiveDisabled" -> EntityStatus.RECEIVE_DISABLED;
      default ->
          throw place.mistake("This must be Active, Disabled, SendDisabled or ReceiveDisabled.");
    };
  }
}
