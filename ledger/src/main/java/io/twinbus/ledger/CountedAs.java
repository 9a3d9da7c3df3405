package io.twinbus.ledger;

/** How much a failed handler call counts against its message. */
public enum CountedAs {
  /** It counts, because the handler worked for other sessions meanwhile. */
  WITH_EVIDENCE,
  /** It counts, but nothing shows that the handler worked: no other session had a call. */
  WITHOUT_EVIDENCE,
  /** It does not count: the handler may have been down. */
  NOT
}
