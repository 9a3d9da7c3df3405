package io.twinbus.sender.pipeline;

import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.Now;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.journal.RecoveredJournal;
import io.twinbus.sender.message.CopyStatus;
import io.twinbus.sender.message.DeliveryStatus;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Restores the lanes from a journal.
 *
 * <ol>
 *   <li>A region is behind from the start if it is owed copies of messages that another region has.
 *   <li>Streams continue where they were. If the journal's end may be incomplete, sessions get
 *       fresh streams, because the missing numbers may have been sent. Only the recovered messages
 *       keep their old stream.
 *   <li>The messages that no region has take their places in their streams, in the journal's order.
 * </ol>
 */
final class RestoreLanes {

  private final List<Lane> lanes;
  private final LaneContext context;
  private final JournalCoordinator journal;
  private final Map<StreamKey, StreamKey> keys = new HashMap<>();

  RestoreLanes(List<Lane> lanes, LaneContext context) {
    this.lanes = lanes;
    this.context = context;
    this.journal = Objects.requireNonNull(context.journal());
  }

  void carryOut(JournalStart start, Now now) {
    RecoveredJournal recovered = start.recovered();
    for (RegionState region : context.regions()) {
      long owed = recovered.copies().owedTo(region.index());
      region.countOwed(owed);
      long unsettled =
          recovered.unsettled().stream()
              .filter(each -> journal.isOwed(each.index(), region))
              .count();
      if (owed > unsettled) {
        region.catchUp().fallBehind(journal.oldest());
      }
    }
    Set<StreamKey> waiting = new HashSet<>();
    recovered.unsettled().forEach(each -> waiting.add(named(each)));
    for (JournalRecord.Counter counter : recovered.counters()) {
      boolean own = counter.kind() == JournalRecord.Kind.OWN && start.continuous();
      StreamKey named = new StreamKey(counter.session(), counter.stream());
      boolean explicit = counter.kind() == JournalRecord.Kind.EXPLICIT;
      if (own || explicit || waiting.contains(named)) {
        StreamKey key = own ? new StreamKey(counter.session(), null) : named;
        laneOf(counter.session()).restore(counter, key, now);
        keys.put(named, key);
      }
    }
    for (int i = 0; i < recovered.unsettled().size(); i++) {
      JournalRecord.Message message = recovered.unsettled().get(i);
      long ticket = start.tickets().get(i);
      StreamKey key = Objects.requireNonNull(keys.get(named(message)));
      laneOf(message.message().session()).restore(message, ticket, key, now);
    }
    recovered.recent().forEach(this::remember);
  }

  private static StreamKey named(JournalRecord.Message message) {
    return new StreamKey(message.message().session(), message.stream());
  }

  private Lane laneOf(SessionId session) {
    return Lane.of(session, lanes);
  }

  private void remember(JournalRecord.Message message) {
    SessionId session = message.message().session();
    MessageId id = message.message().id();
    StreamId stream = message.stream();
    SortedMap<RegionName, CopyStatus> statuses = new TreeMap<>();
    for (RegionState region : context.regions()) {
      boolean owed = journal.isOwed(message.index(), region);
      statuses.put(region.name(), owed ? CopyStatus.KEPT : CopyStatus.ACCEPTED);
    }
    Position position = new Position(stream, message.seq(), message.previous().seq());
    context
        .settlement()
        .recent()
        .ended(new DeliveryStatus(session, id, position, statuses, new TreeMap<>()));
  }
}
