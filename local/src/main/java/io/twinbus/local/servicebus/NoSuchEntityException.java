package io.twinbus.local.servicebus;

/** An entity that was named is not there; the message says which. */
public final class NoSuchEntityException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** For an entity under this path. */
  public NoSuchEntityException(String path) {
    super("There is no queue, topic or subscription '" + path + "'.");
  }
}
