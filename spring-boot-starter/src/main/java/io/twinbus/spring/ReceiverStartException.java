package io.twinbus.spring;

import io.twinbus.receiver.region.EntityRefusedException;
import org.apiguardian.api.API;

/** The receiver cannot start with the queue or subscription that it found. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1.0")
public final class ReceiverStartException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ReceiverStartException(EntityRefusedException cause) {
    super(cause.getMessage(), cause);
  }
}
