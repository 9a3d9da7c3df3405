package io.twinbus.receiver.session.state;

import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.Progress;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.rules.DeliveryRule;
import io.twinbus.receiver.rules.Verdict;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The copies that a worker holds, unsettled: by stream and seq. Bounded by what the worker asks the
 * broker for.
 */
public final class Inbox {

  /** The first copy of a stream above its cursor, and what the rule says about it. */
  public record Head(Delivery delivery, SequencedHeaders headers, Verdict verdict) {

    public Position position() {
      return headers.position();
    }

    /** When the message may run first. */
    public Instant notBefore() {
      Instant due = headers.notBefore();
      return due == null ? Instant.MIN : due;
    }

    /** Whether it is its turn, and its time has not come. */
    private boolean isTooEarly(Instant now) {
      return (verdict == Verdict.NEXT || verdict == Verdict.OVER_HOLE) && headers.isTooEarly(now);
    }
  }

  /** The first copy of a stream of which it is not known whether the copy has ended. */
  public record Held(StreamId stream, Delivery delivery) {}

  private final DeliveryRule rule;
  private final Map<StreamId, NavigableMap<Long, Deque<Delivery>>> streams = new HashMap<>();
  private final NavigableMap<Long, Delivery> singles = new TreeMap<>();
  private int size;

  public Inbox(DeliveryRule rule) {
    this.rule = rule;
  }

  /** Takes in a sequenced copy; two copies of one number may be there at once. */
  public void add(Delivery delivery, Position position) {
    streams
        .computeIfAbsent(position.stream(), stream -> new TreeMap<>())
        .computeIfAbsent(position.seq(), seq -> new ArrayDeque<>(1))
        .add(delivery);
    size++;
  }

  /** Takes in a copy of a message that has a record of its own. */
  public void addSingle(Delivery delivery) {
    if (singles.put(delivery.brokerSequence(), delivery) == null) {
      size++;
    }
  }

  /** The first of the messages that have records of their own. */
  public Optional<Delivery> single() {
    return Optional.ofNullable(singles.firstEntry()).map(Map.Entry::getValue);
  }

  /** The same, if it has arrived before what of {@code heads} is next. */
  public Optional<Delivery> singleBefore(StreamHeads heads) {
    return single().filter(first -> heads.isBeforeAll(first.brokerSequence()));
  }

  /** Takes out a copy of a message that has a record of its own. */
  public void removeSingle(Delivery delivery) {
    if (singles.remove(delivery.brokerSequence()) != null) {
      size--;
    }
  }

  /** Counts a copy that only a newer receiver can read; it stays in hand, unsettled. */
  public void addUnreadable() {
    size++;
  }

  /** Takes out one copy of the message at {@code position}. */
  public void remove(Delivery delivery, Position position) {
    NavigableMap<Long, Deque<Delivery>> stream = streams.get(position.stream());
    Deque<Delivery> copies = stream == null ? null : stream.get(position.seq());
    if (stream == null || copies == null || !copies.remove(delivery)) {
      return;
    }
    size--;
    if (copies.isEmpty()) {
      stream.remove(position.seq());
    }
    if (stream.isEmpty()) {
      streams.remove(position.stream());
    }
  }

  /** Whether exactly {@code delivery}, not another copy of its message, is in hand. */
  @SuppressWarnings("ReferenceEquality") // a delivered copy may equal one that a search has read
  public boolean holds(Delivery delivery, Position position) {
    NavigableMap<Long, Deque<Delivery>> stream = streams.get(position.stream());
    Deque<Delivery> copies = stream == null ? null : stream.get(position.seq());
    return copies != null && copies.stream().anyMatch(each -> each == delivery);
  }

  /** Whether {@code position} lies above {@code cursor}, and below all that is in hand there. */
  public boolean isBelowAll(Position position, long cursor) {
    NavigableMap<Long, Deque<Delivery>> stream = streams.get(position.stream());
    Long first = stream == null ? null : stream.higherKey(cursor);
    return position.seq() > cursor && (first == null || position.seq() < first);
  }

  /** Takes out every copy at or below its stream's cursor. */
  public List<Delivery> takeCovered(Progress progress) {
    if (progress.cursors().isEmpty()) {
      return List.of();
    }
    List<Delivery> covered = new ArrayList<>();
    Iterator<Map.Entry<StreamId, NavigableMap<Long, Deque<Delivery>>>> all =
        streams.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<StreamId, NavigableMap<Long, Deque<Delivery>>> stream = all.next();
      NavigableMap<Long, Deque<Delivery>> copies = stream.getValue();
      long cursor = progress.cursor(stream.getKey());
      while (!copies.isEmpty() && copies.firstKey() <= cursor) {
        covered.addAll(copies.pollFirstEntry().getValue());
      }
      if (copies.isEmpty()) {
        all.remove();
      }
    }
    size -= covered.size();
    return covered;
  }

  /**
   * When the first message in hand that has not ended was sent, or might have run first; by the
   * producers' clocks.
   */
  public Optional<Instant> oldest(Progress progress) {
    Optional<Instant> oldest = Optional.empty();
    for (Map.Entry<StreamId, NavigableMap<Long, Deque<Delivery>>> stream : streams.entrySet()) {
      Map.Entry<Long, Deque<Delivery>> first =
          stream.getValue().higherEntry(progress.cursor(stream.getKey()));
      if (first != null) {
        Delivery delivery = first.getValue().getFirst();
        Instant since = waitsSince(((ParsedHeaders.Sequenced) delivery.headers()).headers());
        if (oldest.isEmpty() || since.isBefore(oldest.get())) {
          oldest = Optional.of(since);
        }
      }
    }
    return oldest;
  }

  private static Instant waitsSince(SequencedHeaders headers) {
    Instant due = headers.notBefore();
    return due == null || due.isBefore(headers.sentAt()) ? headers.sentAt() : due;
  }

  /** Whether nothing in hand is left to run, with the streams as far as {@code progress} says. */
  public boolean hasOnlyEnded(Progress progress) {
    return singles.isEmpty()
        && streams.entrySet().stream()
            .allMatch(stream -> stream.getValue().lastKey() <= progress.cursor(stream.getKey()));
  }

  /** The streams of which copies are in hand. */
  public Set<StreamId> streams() {
    return Set.copyOf(streams.keySet());
  }

  /** How the copy of a message that has ended as {@code end} says is settled. */
  public Settlement settlementFor(SequencedHeaders headers, EndedRange end, Instant now) {
    return rule.settlementFor(headers, end, now);
  }

  /**
   * The first copy of each stream above its cursor, and what the rule says about it.
   *
   * @param isHeld of which streams that is not to be asked
   */
  public StreamHeads heads(Progress progress, Predicate<StreamId> isHeld, Instant now) {
    List<Head> runnable = new ArrayList<>(streams.size());
    List<Head> gaps = new ArrayList<>(0);
    List<Head> later = new ArrayList<>(0);
    List<Held> held = new ArrayList<>(0);
    streams.forEach(
        (stream, copies) -> {
          if (isHeld.test(stream)) {
            held.add(new Held(stream, copies.firstEntry().getValue().getFirst()));
            return;
          }
          Map.Entry<Long, Deque<Delivery>> first = copies.higherEntry(progress.cursor(stream));
          if (first != null) {
            Delivery delivery = first.getValue().getFirst();
            SequencedHeaders headers = ((ParsedHeaders.Sequenced) delivery.headers()).headers();
            Head head = new Head(delivery, headers, rule.judge(headers, progress, now));
            List<Head> those = head.verdict() == Verdict.GAP ? gaps : runnable;
            (head.isTooEarly(now) ? later : those).add(head);
          }
        });
    held.sort(Comparator.comparingLong(each -> each.delivery().brokerSequence()));
    return new StreamHeads(runnable, gaps, later, held);
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public int size() {
    return size;
  }
}
