package io.twinbus.receiver.session.state;

import io.twinbus.protocol.Position;
import io.twinbus.protocol.StreamId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The first copy in hand of each stream, above its cursor: where work could go on.
 *
 * @param runnable those that may be worked on
 * @param gaps those whose predecessor is missing: their streams wait
 * @param later those that may not run yet: their streams wait for their time
 * @param held those of streams of which it is not known how far they have come, as they arrived
 */
public record StreamHeads(
    List<Inbox.Head> runnable,
    List<Inbox.Head> gaps,
    List<Inbox.Head> later,
    List<Inbox.Held> held) {

  /** Of several runnable messages the one that arrived first, unless a held one did before it. */
  public Optional<Inbox.Head> next() {
    Inbox.Head first = null;
    for (Inbox.Head head : runnable) {
      if (first == null || head.delivery().brokerSequence() < first.delivery().brokerSequence()) {
        first = head;
      }
    }
    return Optional.ofNullable(first)
        .filter(head -> isBeforeHeld(head.delivery().brokerSequence()));
  }

  private boolean isBeforeHeld(long brokerSequence) {
    return held.isEmpty() || brokerSequence < held.get(0).delivery().brokerSequence();
  }

  /** Whether what has that number in its queue arrived before all that could go on, or is held. */
  boolean isBeforeAll(long brokerSequence) {
    return isBeforeHeld(brokerSequence)
        && next().filter(head -> head.delivery().brokerSequence() < brokerSequence).isEmpty();
  }

  /** Whether it is not known how far {@code stream} has come. */
  public boolean isHeld(StreamId stream) {
    return held.stream().anyMatch(each -> each.stream().equals(stream));
  }

  /** The runnable message that stands there, if it is in hand. */
  public Optional<Inbox.Head> at(StreamId stream, long seq) {
    return runnable.stream()
        .filter(head -> head.position().stream().equals(stream) && head.position().seq() == seq)
        .findFirst();
  }

  /** Whether every stream in hand waits for a time. */
  public boolean isWaitingForTime() {
    return runnable.isEmpty() && gaps.isEmpty() && held.isEmpty() && !later.isEmpty();
  }

  /** Of those that may not run yet the one that may first. */
  public Optional<Inbox.Head> nextLater() {
    return later.isEmpty()
        ? Optional.empty()
        : later.stream().min(Comparator.comparing(Inbox.Head::notBefore));
  }

  /** Whether the message after the cursor of {@code stream} is in hand. */
  public boolean has(StreamId stream) {
    return Stream.concat(runnable.stream(), later.stream())
        .anyMatch(head -> head.position().stream().equals(stream));
  }

  /** Where the runnable messages stand, one a stream. */
  public List<Position> positions() {
    return runnable.stream().map(Inbox.Head::position).toList();
  }
}
