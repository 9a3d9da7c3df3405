package io.twinbus.rehearsal.fault;

/** What a fault takes hold of; at any moment one fault at most has hold of the same thing. */
public enum Scope {
  /** The receiver processes of a region. */
  RECEIVERS,
  /** A region's Service Bus. */
  BROKER,
  /** A region's Service Bus and its receivers. */
  REGION,
  /** The ledger's account. */
  LEDGER,
  /** The producer processes. */
  PRODUCERS,
  /** The outside system that handlers call. */
  SINK;

  /** Whether it has to do with one region. */
  public boolean isRegional() {
    return this == RECEIVERS || this == BROKER || this == REGION;
  }

  /** Whether both take hold of the same thing, in the same region where they are regional. */
  public boolean overlaps(Scope other) {
    return this == other
        || (this == REGION && other.isRegional())
        || (other == REGION && isRegional());
  }
}
