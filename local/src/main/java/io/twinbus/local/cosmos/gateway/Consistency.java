package io.twinbus.local.cosmos.gateway;

import java.util.Optional;

/** The consistency levels of an account, strongest first. */
public enum Consistency {
  STRONG("Strong"),
  BOUNDED_STALENESS("BoundedStaleness"),
  SESSION("Session"),
  CONSISTENT_PREFIX("ConsistentPrefix"),
  EVENTUAL("Eventual");

  private final String wireName;

  Consistency(String wireName) {
    this.wireName = wireName;
  }

  /** The name in the account document and in headers. */
  public String wireName() {
    return wireName;
  }

  static Optional<Consistency> named(String wireName) {
    for (Consistency consistency : values()) {
      if (consistency.wireName.equalsIgnoreCase(wireName)) {
        return Optional.of(consistency);
      }
    }
    return Optional.empty();
  }
}
