package io.twinbus.receiver.entity;

/** What came of asking a region to describe an entity. */
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
}
