package io.twinbus.local.servicebus.faults;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The error that a failing operation is answered with. */
public enum FaultCondition {
  /** Throttled: the client should come back later. */
  SERVER_BUSY,
  /** Something broke in the service; a retry makes sense. */
  INTERNAL_ERROR,
  /** The service did not manage in time; it may have done it all the same. */
  TIMEOUT,
  NOT_FOUND,
  ENTITY_DISABLED,
  UNAUTHORIZED,
  QUOTA_EXCEEDED,
  SESSION_CANNOT_BE_LOCKED,
  SESSION_LOCK_LOST,
  MESSAGE_LOCK_LOST,
  MESSAGE_NOT_FOUND;

  /** Its name in JSON, such as {@code server-busy}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The condition of this name. */
  public static Optional<FaultCondition> labelled(String label) {
    return Stream.of(values()).filter(one -> one.label().equals(label)).findFirst();
  }
}
