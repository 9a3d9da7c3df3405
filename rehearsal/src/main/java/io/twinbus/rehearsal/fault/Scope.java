package io.twinbus.rehearsal.fault;

/** What a fault takes hold of; at any moment one fault at most has hold of the same thing. */
public enum Scope {
  /** The receiver processes of a region. */
  RECEIVERS,
  /** A region's Service Bus. */
  BROKER,
  /** A region's Service Bus and its receivers. */
  REGION,
  /** A region's Service Bus, its receivers and its replica of the ledger. */
  AZURE_REGION,
  /** The ledger's account. */
  LEDGER,
  /** The producer processes. */
  PRODUCERS,
  /** The outside system that handlers call. */
  SINK;

  /** Whether it has to do with one region. */
  public boolean isRegional() {
    return this == RECEIVERS || this == BROKER || hasWholeRegion();
  }

  /** Whether it has hold of a region's Service Bus. */
  public boolean hasBroker() {
    return this == BROKER || hasWholeRegion();
  }

  /** Whether it has hold of the ledger's account or of one of its replicas. */
  public boolean hasLedger() {
    return this == LEDGER || this == AZURE_REGION;
  }

  /** Whether both take hold of the same thing, in the same region where they are regional. */
  public boolean overlaps(Scope other) {
    return this == other
        || (hasLedger() && other.hasLedger())
        || (hasWholeRegion() && other.isRegional())
        || (other.hasWholeRegion() && isRegional());
  }

  private boolean hasWholeRegion() {
    return this == REGION || this == AZURE_REGION;
  }
}
