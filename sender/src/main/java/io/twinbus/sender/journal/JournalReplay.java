package io.twinbus.sender.journal;

import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.message.OutboundMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Derives the state of a sender from the records of its log, in their order. Pure.
 *
 * <ol>
 *   <li>A message is owed to every region until the log says that its copy ended there.
 *   <li>The first region that accepts a message settles it, and its stream advances to it.
 *   <li>A message that every region refused failed: later messages pass over it, or it holds its
 *       explicit stream back.
 *   <li>A session's own stream is the latest that a record names.
 * </ol>
 *
 * <p>Only messages that no region has are held in memory. The window bounded their number when they
 * were taken in.
 */
public final class JournalReplay {

  private static final int RECENT = 16_384;

  private record Key(SessionId session, StreamId stream) {}

  private static final class Stream {
    private final SessionId session;
    private final StreamId id;
    private final boolean explicit;
    private final TreeMap<Long, MessageId> failed = new TreeMap<>();
    private long last;
    private JournalRecord.Mark accepted = new JournalRecord.Mark(0, null);

    Stream(SessionId session, StreamId id, boolean explicit) {
      this.session = session;
      this.id = id;
      this.explicit = explicit;
    }
  }

  private final List<RegionName> regions;
  private final OwedCopies copies;
  private final Map<Key, Stream> streams = new LinkedHashMap<>();
  private final Map<SessionId, StreamId> own = new HashMap<>();
  private final TreeMap<Long, JournalRecord.Message> unsettled = new TreeMap<>();
  private final Map<RecoveredJournal.StreamNumber, JournalRecord.Mark> passedOver = new HashMap<>();
  private final LinkedHashMap<Long, JournalRecord.Message> recent = new LinkedHashMap<>();
  private long nextIndex = 1;
  private long lastSegment;

  /** A replay before the first record; the order of the regions gives them their numbers. */
  public JournalReplay(List<RegionName> regions) {
    this.regions = List.copyOf(regions);
    this.copies = new OwedCopies(regions.size());
  }

  /** Takes the next record. */
  public void on(JournalRecord record, long segment) {
    lastSegment = segment;
    if (record instanceof JournalRecord.SegmentStart start) {
      nextIndex = Math.max(nextIndex, start.firstIndex());
      copies.begin(segment, start.firstIndex());
    } else if (record instanceof JournalRecord.Counter counter) {
      counter(counter);
    } else if (record instanceof JournalRecord.Message message) {
      message(message);
    } else if (record instanceof JournalRecord.CopyEnded ended) {
      ended(ended);
    } else if (record instanceof JournalRecord.PassedOver passed) {
      passedOver.put(
          new RecoveredJournal.StreamNumber(passed.session(), passed.stream(), passed.seq()),
          passed.before());
    } else if (record instanceof JournalRecord.NumberAbandoned abandoned) {
      stream(abandoned.session(), abandoned.stream(), true).failed.remove(abandoned.seq());
    }
  }

  /** The state after all records. */
  public RecoveredJournal result() {
    List<JournalRecord.Counter> counters = new ArrayList<>();
    Set<Key> waiting = new HashSet<>();
    unsettled
        .values()
        .forEach(each -> waiting.add(new Key(each.message().session(), each.stream())));
    for (Stream stream : streams.values()) {
      boolean isOwn = stream.id.equals(own.get(stream.session));
      if (!stream.explicit && !isOwn && !waiting.contains(new Key(stream.session, stream.id))) {
        continue;
      }
      JournalRecord.Kind kind =
          stream.explicit
              ? JournalRecord.Kind.EXPLICIT
              : isOwn ? JournalRecord.Kind.OWN : JournalRecord.Kind.FORMER;
      List<JournalRecord.Failed> failed = new ArrayList<>();
      stream.failed.forEach((seq, id) -> failed.add(new JournalRecord.Failed(seq, id)));
      counters.add(
          new JournalRecord.Counter(
              stream.session, stream.id, kind, stream.last, stream.accepted, failed));
    }
    return new RecoveredJournal(
        nextIndex,
        lastSegment + 1,
        copies,
        counters,
        List.copyOf(unsettled.values()),
        passedOver,
        List.copyOf(recent.values()));
  }

  private void counter(JournalRecord.Counter counter) {
    boolean explicit = counter.kind() == JournalRecord.Kind.EXPLICIT;
    Stream stream = stream(counter.session(), counter.stream(), explicit);
    if (counter.kind() == JournalRecord.Kind.OWN) {
      own.put(counter.session(), counter.stream());
    }
    stream.last = Math.max(stream.last, counter.last());
    if (counter.accepted().seq() > stream.accepted.seq()) {
      stream.accepted = counter.accepted();
    }
    counter.failed().forEach(failed -> stream.failed.put(failed.seq(), failed.message()));
  }

  private void message(JournalRecord.Message message) {
    Stream stream =
        stream(
            message.message().session(),
            message.stream(),
            message.message().sequence().isPresent());
    if (!stream.explicit && !message.message().isOutsideOrder()) {
      own.put(stream.session, stream.id);
    }
    nextIndex = message.index() + 1;
    copies.add(message.index(), message.sentAt());
    if (stream.explicit && message.previous().seq() > stream.last) {
      stream.accepted = message.previous();
    }
    stream.last = Math.max(stream.last, message.seq());
    stream.failed.remove(message.seq());
    unsettled.put(message.index(), message);
  }

  private void ended(JournalRecord.CopyEnded ended) {
    int region = regions.indexOf(ended.region());
    if (region < 0) {
      return;
    }
    copies.end(ended.index(), region);
    JournalRecord.Message message = unsettled.get(ended.index());
    if (message == null) {
      return;
    }
    if (ended.accepted()) {
      unsettled.remove(ended.index());
      accepted(message);
    } else if (hasEndedEverywhere(ended.index())) {
      unsettled.remove(ended.index());
      failed(message);
    }
  }

  private boolean hasEndedEverywhere(long index) {
    for (int region = 0; region < regions.size(); region++) {
      if (copies.isOwed(index, region)) {
        return false;
      }
    }
    return true;
  }

  private void accepted(JournalRecord.Message message) {
    boolean explicit = message.message().sequence().isPresent();
    Stream stream = stream(message.message().session(), message.stream(), explicit);
    if (message.seq() > stream.accepted.seq()) {
      stream.accepted = new JournalRecord.Mark(message.seq(), message.sentAt());
    }
    if (explicit) {
      recent.put(message.index(), withoutBody(message));
      if (recent.size() > RECENT) {
        recent.remove(recent.keySet().iterator().next());
      }
    }
  }

  private static JournalRecord.Message withoutBody(JournalRecord.Message message) {
    OutboundMessage full = message.message();
    OutboundMessage.Builder bare = OutboundMessage.of(full.session(), full.id());
    full.sequence().ifPresent(bare::sequence);
    return new JournalRecord.Message(
        message.index(),
        bare.body(Body.empty()).build(),
        message.stream(),
        message.seq(),
        message.previous(),
        message.sentAt());
  }

  private void failed(JournalRecord.Message message) {
    SessionId session = message.message().session();
    passedOver.put(
        new RecoveredJournal.StreamNumber(session, message.stream(), message.seq()),
        message.previous());
    if (message.message().sequence().isPresent()) {
      stream(session, message.stream(), true).failed.put(message.seq(), message.message().id());
    }
  }

  private Stream stream(SessionId session, StreamId id, boolean explicit) {
    return streams.computeIfAbsent(new Key(session, id), key -> new Stream(session, id, explicit));
  }
}
