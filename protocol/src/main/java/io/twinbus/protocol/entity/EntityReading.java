package io.twinbus.protocol.entity;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.EntitySettings;

/** What came of asking a region to describe an entity. Implementations are immutable. */
public sealed interface EntityReading {

  /** The description. */
  record Described(EntityDescription description) implements EntityReading {}

  /** There is no such entity; {@code sentence} says what to do. */
  record Missing(String sentence) implements EntityReading {}

  /**
   * It could not be read: no right to, or no answer; {@code sentence} says so. Reading needs the
   * right Manage, which receiving does not: nothing is wrong with the entity.
   */
  record Unreadable(String sentence) implements EntityReading {}

  /** {@code region} has no such {@code entity}. */
  static EntityReading missing(EntitySettings entity, RegionName region) {
    return new Missing(
        "There is no %s in region %s: create it, or correct its name in the configuration."
            .formatted(entity.inWords().substring("the ".length()), region));
  }

  /**
   * The management of {@code region} said nothing of {@code entity}.
   *
   * @param status the HTTP status that it answered with; 0: it did not answer
   */
  static EntityReading unreadable(EntitySettings entity, RegionName region, int status) {
    String why =
        switch (status) {
          case 0 -> "the namespace's management does not answer";
          case 401, 403 -> "reading them needs the right Manage, which this identity does not have";
          default -> "the namespace's management answered with HTTP " + status;
        };
    return new Unreadable(
        "The settings of %s in region %s are not checked: %s."
            .formatted(entity.inWords(), region, why));
  }
}
