package io.twinbus.spring;

import io.twinbus.receiver.region.EntityRefusedException;

/** The receiver cannot start with the queue or subscription that it found. */
public final class ReceiverStartException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ReceiverStartException(EntityRefusedException cause) {
    super(cause.getMessage(), cause);
  }
}
