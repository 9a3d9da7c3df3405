package io.twinbus.sender.pipeline;

import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.Now;
import io.twinbus.sender.CopyStatus;
import io.twinbus.sender.Delivery;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.journal.Recovered;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Begins lanes with what a journal says.
 *
 * <ol>
 *   <li>A region that is owed more than the messages which no region has is behind from the start.
 *   <li>Streams go on where they were. If the journal's end may be missing, sessions get fresh
 *       ones, since numbers that are gone may have been sent; only the messages that are left keep
 *       their old stream.
 *   <li>The messages that no region has take their places in their streams, in the journal's order.
 * </ol>
 */
final class Restore {

  private final List<Lane> lanes;
  private final LaneContext context;
  private final Keeper keeper;
  private final Map<StreamKey, StreamKey> keys = new HashMap<>();

  Restore(List<Lane> lanes, LaneContext context) {
    this.lanes = lanes;
    this.context = context;
    this.keeper = Objects.requireNonNull(context.keeper());
  }

  void carryOut(JournalStart journal, Now now) {
    Recovered recovered = journal.recovered();
    for (RegionState region : context.regions()) {
      long owed = recovered.copies().owedTo(region.index());
      region.countOwed(owed);
      long unsettled =
          recovered.unsettled().stream()
              .filter(each -> keeper.isOwed(each.index(), region))
              .count();
      if (owed > unsettled) {
        region.catchUp().fallBehind(keeper.oldest());
      }
    }
    Set<StreamKey> waiting = new HashSet<>();
    recovered.unsettled().forEach(each -> waiting.add(named(each)));
    for (JournalRecord.Counter counter : recovered.counters()) {
      boolean own = counter.kind() == JournalRecord.Kind.OWN && journal.continuous();
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
      long ticket = journal.tickets().get(i);
      StreamKey key = Objects.requireNonNull(keys.get(named(message)));
      laneOf(message.message().session()).restore(message, ticket, key, now);
    }
    recovered.recent().forEach(this::remember);
  }

  private static StreamKey named(JournalRecord.Message message) {
    return new StreamKey(message.message().session(), message.stream());
  }

  private Lane laneOf(SessionId session) {
    return lanes.get(Lane.of(session, lanes.size()));
  }

  private void remember(JournalRecord.Message message) {
    SessionId session = message.message().session();
    MessageId id = message.message().id();
    StreamId stream = message.stream();
    SortedMap<RegionName, CopyStatus> statuses = new TreeMap<>();
    for (RegionState region : context.regions()) {
      boolean owed = keeper.isOwed(message.index(), region);
      statuses.put(region.name(), owed ? CopyStatus.KEPT : CopyStatus.ACCEPTED);
    }
    Position position = new Position(stream, message.seq(), message.previous().seq());
    context
        .settlement()
        .recent()
        .ended(new Delivery(session, id, position, statuses, new TreeMap<>()));
  }
}
