package io.twinbus.local.cosmos.faults;

import java.util.Locale;

/** What a request does, as faults and counters tell requests apart. */
public enum CosmosOperation {
  /** Account, database, container and partition layout; query plans. */
  METADATA(Kind.OTHER),
  READ(Kind.READ),
  QUERY(Kind.READ),
  CREATE(Kind.WRITE),
  REPLACE(Kind.WRITE),
  UPSERT(Kind.WRITE),
  DELETE(Kind.WRITE),
  PATCH(Kind.WRITE),
  /** A transactional batch, or a bulk request as a whole. */
  BATCH(Kind.WRITE);

  private enum Kind {
    READ,
    WRITE,
    OTHER
  }

  private final Kind kind;

  CosmosOperation(Kind kind) {
    this.kind = kind;
  }

  /** Whether it reads items. */
  public boolean isRead() {
    return kind == Kind.READ;
  }

  /** Whether it can change items. */
  public boolean isWrite() {
    return kind == Kind.WRITE;
  }

  /** Its name in JSON, lower-case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
