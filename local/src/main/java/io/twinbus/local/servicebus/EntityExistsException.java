package io.twinbus.local.servicebus;

/** An entity or a rule that was to be created is there already; the message says which. */
public final class EntityExistsException extends InvalidEndpointSettingException {
  private static final long serialVersionUID = 1L;

  /** For an entity under this path. */
  public EntityExistsException(String path) {
    super("There is a '" + path + "' already.");
  }
}
