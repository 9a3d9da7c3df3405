package io.twinbus.ledger.cosmos.operation;

/** What an HTTP status says about an operation. */
public enum StatusVerdict {
  /** It was carried out. */
  DONE,
  /** A read found nothing. */
  ABSENT,
  /** A write was not applied, because the document is not what the writer took it for. */
  CONFLICT,
  /** A write may have been applied, a read says nothing; trying again can help. */
  UNKNOWN,
  /** As {@link #UNKNOWN}, and trying again will not help until somebody mends the cause. */
  REFUSED
}
