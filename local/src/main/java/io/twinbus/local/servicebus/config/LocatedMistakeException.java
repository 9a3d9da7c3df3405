package io.twinbus.local.servicebus.config;

import io.twinbus.local.servicebus.InvalidEndpointSettingException;

/** A mistake whose sentence says already where it stands. */
final class LocatedMistakeException extends InvalidEndpointSettingException {
  private static final long serialVersionUID = 1L;

  LocatedMistakeException(String message) {
    super(message);
  }
}
