package io.twinbus.receiver;

import io.twinbus.ledger.InstanceId;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import java.time.Duration;
import java.util.Optional;

/**
 * One handler call: under which claim, for which attempt, for how long.
 *
 * <p>The token and the {@link #idempotencyKey} are unique within one queue, or one subscription of
 * a topic. A sink that serves several keeps them for each.
 *
 * <p>Immutable and thread-safe.
 *
 * @param token the claim's fencing token: a sink that keeps the newest it has seen per session and
 *     refuses older ones is safe from workers that lost their claim. With {@code claim: message} it
 *     is the message's own, and such a sink keeps the newest per message
 * @param attempt 1 for the first call for this message, then one more for each recorded failure and
 *     for each takeover that found the message started
 * @param position the message's place in its stream; empty where a foreign sender wrote it, without
 *     Twinbus headers
 * @param state the session's state as the messages before this one have left it, each of them
 *     counted once; empty when none has set it, or one has cleared it
 * @param caller where the call is made
 * @param timeout after this time the call is cancelled and counted as failed
 */
public record Invocation(
    long token,
    int attempt,
    Optional<Position> position,
    Optional<Body> state,
    Caller caller,
    Duration timeout) {

  /** The region and the instance that make the call. */
  public record Caller(RegionName region, InstanceId instance) {}

  /**
   * A text that is the same for every call for {@code message}, the one that this call is for, and
   * for no other message of any session of its queue: {@code stream/number/session}, or {@code
   * /id/session} where a foreign sender wrote it. A slash in a stream or an id is {@code %2F}.
   */
  public String idempotencyKey(Message message) {
    String known =
        position
            .map(place -> escaped(place.stream().value()) + "/" + place.seq())
            .orElseGet(() -> "/" + escaped(message.id().value()));
    // The session comes last and so needs no escaping: two keys that are alike have all parts
    // alike.
    return known + "/" + message.session().value();
  }

  private static String escaped(String text) {
    return text.replace("%", "%25").replace("/", "%2F");
  }
}
