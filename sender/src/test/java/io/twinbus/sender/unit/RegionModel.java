package io.twinbus.sender.unit;

import io.twinbus.protocol.Position;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.Problem;
import io.twinbus.sender.pipeline.RefusalKind;
import io.twinbus.sender.pipeline.WireMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A region that takes batches whole or not at all, and answers truly, falsely or never. */
final class RegionModel {

  private static final Problem PROBLEM = new Problem(Optional.empty(), "the model says so");

  /** Every message that landed, in the order of landing, repeats included. */
  final List<WireMessage> landed = new ArrayList<>();

  /** Ids of messages that it refuses. */
  final Set<String> refused = new HashSet<>();

  private final Random random;

  /** How many in a hundred batches go wrong. */
  int trouble;

  RegionModel(Random random) {
    this.random = random;
  }

  /** What happens to a batch, and what the sender hears of it. */
  Event answer(Effect.SendBatch batch) {
    boolean bad =
        batch.messages().stream().anyMatch(wire -> refused.contains(wire.message().id().value()));
    if (random.nextInt(100) >= trouble) {
      if (bad) {
        return new Event.Refused(batch.batch(), RefusalKind.MESSAGE, PROBLEM, false);
      }
      landed.addAll(batch.messages());
      return new Event.Accepted(batch.batch());
    }
    switch (random.nextInt(5)) {
      case 0 -> {
        return new Event.Refused(batch.batch(), RefusalKind.TRANSIENT, PROBLEM, false);
      }
      case 1 -> {
        return random.nextInt(20) == 0
            ? new Event.Refused(batch.batch(), RefusalKind.ENTITY, PROBLEM, false)
            : new Event.Unanswered(batch.batch(), PROBLEM);
      }
      case 2, 3 -> {
        if (!bad) {
          landed.addAll(batch.messages());
        }
        return new Event.Unanswered(batch.batch(), PROBLEM);
      }
      default -> {
        return new Event.Unanswered(batch.batch(), PROBLEM);
      }
    }
  }

  boolean has(String id) {
    return landed.stream().anyMatch(wire -> wire.message().id().value().equals(id));
  }

  /** The first message that landed behind a later one of its stream; null when none did. */
  @Nullable WireMessage inversion() {
    Map<StreamId, Long> highest = new HashMap<>();
    Set<Position> seen = new HashSet<>();
    Set<String> ids = new HashSet<>();
    for (WireMessage wire : landed) {
      Position position = wire.headers().position();
      if (ids.add(wire.message().id().value()) && seen.add(position)) {
        long before = highest.getOrDefault(position.stream(), 0L);
        if (position.seq() < before) {
          return wire;
        }
        highest.put(position.stream(), position.seq());
      }
    }
    return null;
  }
}
