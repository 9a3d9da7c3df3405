package io.twinbus.simulation;

import static io.twinbus.simulation.InvariantViolated.require;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.IntSupplier;

/**
 * The outside system in which handlers take effect. It keeps the newest token per session and
 * refuses older ones, as DESIGN asks of a sink that wants to be safe from zombies.
 */
final class Sink {

  private record Lane(SessionId session, StreamId stream) {}

  /** What has taken effect in a lane, and the last of it under the newest token. */
  private static final class Effects {
    final NavigableSet<Long> all = new TreeSet<>();
    long token;
    long last;
  }

  private final Ground ground;
  private final IntSupplier group;
  private final Map<String, Long> newest = new HashMap<>();
  private final Map<Lane, Effects> applied = new HashMap<>();

  Sink(Ground ground, IntSupplier group) {
    this.ground = ground;
    this.group = group;
  }

  /** Takes the call's effect, or refuses it: whether it is taken. */
  boolean take(HandlerRun run) {
    SentMessage message = run.message;
    long token = run.invocation.token();
    String lane = message.isStateless ? message.toString() : message.session.toString();
    if (token < newest.getOrDefault(lane, 0L)) {
      ground.score().count("sink refused an older token");
      ground.trace().say("sink", () -> "refuses " + run);
      return false;
    }
    newest.put(lane, token);
    ground.trace().say("sink", () -> "takes " + run);
    if (message.isSingle) {
      ground.score().count("effect of a single message");
    } else {
      Lane stream = new Lane(message.session, message.position().stream());
      take(run, applied.computeIfAbsent(stream, none -> new Effects()));
    }
    run.effective = true;
    return true;
  }

  /** In order; a new claim may begin with the group that the one before it did not commit. */
  private void take(HandlerRun run, Effects effects) {
    long token = run.invocation.token();
    long seq = run.message.position().seq();
    require(
        token > effects.token || seq >= effects.last,
        Invariant.P2_ORDER,
        () -> "%s takes effect after number %d of its stream".formatted(run, effects.last));
    int again = effects.all.tailSet(seq).size();
    require(
        again <= group.getAsInt(),
        Invariant.P3_ONCE,
        () -> "%s begins to repeat %d messages, more than a group".formatted(run, again));
    ground.score().count(effects.all.contains(seq) ? "effect repeated" : "effect");
    effects.token = token;
    effects.last = seq;
    effects.all.add(seq);
  }
}
