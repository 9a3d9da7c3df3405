package io.twinbus.sender.pipeline;

/** The subject of a refusal, which decides what the sender does next. */
public enum RefusalKind {
  /** One of the messages: split the batch until it is found, then give it up in this region. */
  MESSAGE,
  /**
   * The entity (missing, disabled, full, no right to send): try again slowly while another region
   * has, or may take, the message; otherwise give it up.
   */
  ENTITY,
  /** The moment, because the region is busy: try the same batch again. */
  TRANSIENT
}
