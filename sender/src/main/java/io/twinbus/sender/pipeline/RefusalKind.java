package io.twinbus.sender.pipeline;

/** What a refusal is about, and so what can be done. */
public enum RefusalKind {
  /** One of the messages: split the batch until it is found, and give it up in this region. */
  MESSAGE,
  /**
   * The entity (missing, disabled, full, no right to send): try again slowly while another region
   * has, or may take, the message; otherwise give it up.
   */
  ENTITY,
  /** The moment: try the same batch again. */
  TRANSIENT
}
