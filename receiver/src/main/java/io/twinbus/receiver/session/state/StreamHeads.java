package io.twinbus.receiver.session.state;

import io.twinbus.protocol.Position;
import java.util.List;
import java.util.Optional;

/**
 * The first copy in hand of each stream, above its cursor: where work could go on.
 *
 * @param runnable those that may be worked on
 * @param gaps those whose predecessor is missing: their streams wait
 */
public record StreamHeads(List<Inbox.Head> runnable, List<Inbox.Head> gaps) {

  /** Of several runnable messages the one that arrived first. */
  public Optional<Inbox.Head> next() {
    Inbox.Head first = null;
    for (Inbox.Head head : runnable) {
      if (first == null || head.delivery().brokerSequence() < first.delivery().brokerSequence()) {
        first = head;
      }
    }
    return Optional.ofNullable(first);
  }

  /** Where the runnable messages stand, one a stream. */
  public List<Position> positions() {
    return runnable.stream().map(Inbox.Head::position).toList();
  }
}
