package io.twinbus.testkit.simulation;

import static io.twinbus.testkit.simulation.InvariantViolated.require;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.util.HashMap;
import java.util.Map;

/**
 * The outside system in which handlers take effect. It keeps the newest token per session and
 * refuses older ones, as DESIGN asks of a sink that wants to be safe from zombies.
 */
final class Sink {

  private record Lane(SessionId session, StreamId stream) {}

  private final Ground ground;
  private final Map<SessionId, Long> newest = new HashMap<>();
  private final Map<Lane, Long> applied = new HashMap<>();

  Sink(Ground ground) {
    this.ground = ground;
  }

  /** Takes the call's effect, or refuses it: whether it is taken. */
  boolean take(HandlerRun run) {
    SentMessage message = run.message;
    long token = run.invocation.token();
    if (token < newest.getOrDefault(message.session, 0L)) {
      ground.score().count("sink refused an older token");
      ground.trace().say("sink", () -> "refuses " + run);
      return false;
    }
    newest.put(message.session, token);
    Lane lane = new Lane(message.session, message.position().stream());
    long seq = message.position().seq();
    long last = applied.getOrDefault(lane, 0L);
    ground.trace().say("sink", () -> "takes " + run);
    ground.score().count(seq == last ? "effect repeated" : "effect");
    require(
        seq >= last,
        Invariant.P2_ORDER,
        () -> "%s takes effect after number %d of its stream".formatted(run, last));
    applied.put(lane, seq);
    run.effective = true;
    return true;
  }
}
