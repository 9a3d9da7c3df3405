package io.twinbus.testkit.system;

import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;

/**
 * A handler call that ended well.
 *
 * <p>Immutable and thread-safe.
 *
 * @param message the message
 * @param invocation under which claim, for which attempt, from where
 */
public record Handled(Message message, Invocation invocation) {

  /** The message's session. */
  public String session() {
    return message.session().value();
  }

  /** The message's id. */
  public String id() {
    return message.id().value();
  }

  /**
   * The region whose receiver made the call. The home region has a lead of {@code standby-delay},
   * not a promise: a call that starts late on a busy machine may come from another region.
   */
  public String region() {
    return invocation.caller().region().value();
  }

  /** 1, unless calls for the message failed before. */
  public int attempt() {
    return invocation.attempt();
  }

  @Override
  public String toString() {
    return "%s of %s in %s, attempt %d".formatted(id(), session(), region(), attempt());
  }
}
