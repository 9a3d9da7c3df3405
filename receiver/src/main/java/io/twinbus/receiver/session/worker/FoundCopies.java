package io.twinbus.receiver.session.worker;

import io.twinbus.protocol.Position;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.state.Inbox;
import io.twinbus.receiver.session.state.StreamHeads;
import io.twinbus.receiver.session.state.WorkerState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The copies in a worker's hand that a search has read. The broker has not locked them for it, so
 * they can be let go and found again. Their number is bounded, for the budget of bytes cannot
 * refuse them:
 *
 * <ol>
 *   <li>Only a copy that stands below all others of its stream in hand is taken in.
 *   <li>Of a stream it keeps one: the lower one takes the place of the one before.
 *   <li>Of all streams it keeps {@value #MOST}: for one more, the one that was found first is let
 *       go, of those that are not next in their streams. Where all are next, the new one is not
 *       taken in until one of them has ended.
 * </ol>
 */
final class FoundCopies {

  static final int MOST = 16;

  private final WorkerState state;
  private final Map<StreamId, Found> byStream = new LinkedHashMap<>();

  private record Found(Delivery copy, Position position) {}

  FoundCopies(WorkerState state) {
    this.state = state;
  }

  /** Whether {@code copy}, which a search has read, is in hand from now on. */
  boolean take(Delivery copy, Position position, Now now) {
    byStream.values().removeIf(each -> !state.inbox.holds(each.copy(), each.position()));
    if (!state.inbox.isBelowAll(position, state.progress().cursor(position.stream()))) {
      return false;
    }
    Found before = byStream.get(position.stream());
    if (before != null || byStream.size() >= MOST) {
      Optional<Found> loser =
          byStream.values().stream()
              .filter(each -> before == null || each.equals(before))
              .filter(each -> waits(each, now))
              .findFirst();
      if (loser.isEmpty()) {
        return false;
      }
      letGo(loser.get());
    }
    byStream.put(position.stream(), new Found(copy, position));
    state.inbox.add(copy, position);
    return true;
  }

  /** Whether lower numbers of its stream are missing, or come before it. */
  private boolean waits(Found found, Now now) {
    StreamHeads heads = state.heads(now);
    return heads.held().stream().noneMatch(each -> each.delivery().equals(found.copy()))
        && Stream.of(heads.runnable(), heads.later())
            .flatMap(List::stream)
            .map(Inbox.Head::position)
            .noneMatch(found.position()::equals);
  }

  private void letGo(Found found) {
    byStream.remove(found.position().stream());
    state.inbox.remove(found.copy(), found.position());
    state.effects.add(new WorkerEffect.LetGo(found.copy()));
  }
}
