package io.twinbus.protocol.entity;

/**
 * Something about an entity that its owner should know. Immutable and thread-safe.
 *
 * @param severity whether one can go on
 * @param sentence what is wrong, and what to do about it
 */
public record EntityFinding(Severity severity, String sentence) {

  /** Whether one can go on. */
  public enum Severity {
    /** The promises cannot be kept: a receiver does not start. */
    REFUSAL,
    /** Something will go worse than it could. */
    WARNING
  }

  static EntityFinding refusal(String sentence) {
    return new EntityFinding(Severity.REFUSAL, sentence);
  }

  static EntityFinding warning(String sentence) {
    return new EntityFinding(Severity.WARNING, sentence);
  }
}
