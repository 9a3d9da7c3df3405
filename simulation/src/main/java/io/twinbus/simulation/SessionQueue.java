package io.twinbus.simulation;

import io.twinbus.ledger.MessageKey;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.broker.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The copies of one session in one region, and who holds its lock. */
final class SessionQueue {

  static final Duration LOCK = Duration.ofSeconds(30);

  private static final int MOST_AT_A_LOOK = 6;

  private final SessionId session;
  private final SimulatedBroker broker;
  private final Ground ground;
  private final SettlementHearer audit;
  private final NavigableMap<Long, Delivery> copies = new TreeMap<>();
  private final Map<Long, Duration> arrivals = new HashMap<>();
  private final List<Delivery> settled = new ArrayList<>();
  private @Nullable BrokerLink holder;

  SessionQueue(SessionId session, SimulatedBroker broker, Ground ground, SettlementHearer audit) {
    this.session = session;
    this.broker = broker;
    this.ground = ground;
    this.audit = audit;
  }

  SessionId session() {
    return session;
  }

  SimulatedBroker broker() {
    return broker;
  }

  @Nullable BrokerLink holder() {
    return holder;
  }

  List<Delivery> copies() {
    return new ArrayList<>(copies.values());
  }

  int size() {
    return copies.size();
  }

  boolean isFree() {
    return holder == null && !copies.isEmpty();
  }

  void add(Delivery copy) {
    copies.put(copy.brokerSequence(), copy);
    arrivals.put(copy.brokerSequence(), ground.timeline().now());
    pump();
  }

  BrokerLink lockFor(LinkHolder process) {
    BrokerLink link = new BrokerLink(this, process, ground);
    holder = link;
    link.lock();
    return link;
  }

  /** Gives the holder what it has asked for. */
  void pump() {
    BrokerLink link = holder;
    if (link != null && !broker.isDown()) {
      copies.values().forEach(link::offer);
    }
  }

  /** Takes a settlement from a link, if that holds the lock still; whether it did. */
  boolean settle(BrokerLink link, Delivery copy, Settlement settlement) {
    boolean may = holder == link && !broker.isDown() && copies.containsKey(copy.brokerSequence());
    if (may) {
      audit.settles(session, copy, settlement, broker.region());
      copies.remove(copy.brokerSequence());
      settled.add(copy);
    }
    return may;
  }

  /** A bounded look through the copies for one that a gap lacks. */
  SearchOutcome search(BrokerLink link, Search search) {
    if (broker.isDown() || holder != link) {
      return new SearchOutcome.Failed("the session is not to be had");
    }
    int passed = 0;
    for (Delivery copy : copies.tailMap(search.from(), true).values()) {
      Position position = copy.position().orElse(null);
      if (position != null && search.wants(position.stream(), position.seq())) {
        return new SearchOutcome.Found(position.seq(), passed, copy);
      }
      passed++;
      if (passed == MOST_AT_A_LOOK) {
        return new SearchOutcome.Further(copy.brokerSequence() + 1, passed);
      }
    }
    return new SearchOutcome.Absent();
  }

  /** The lock is given back, or its time is over. */
  void unlock(BrokerLink link) {
    if (holder == link) {
      holder = null;
      ground.timeline().after(Duration.ZERO, broker::serveWaiters);
    }
  }

  /** The lock is gone; its holder hears of it a little later. */
  void loseLock(String why) {
    BrokerLink link = holder;
    if (link != null) {
      ground
          .trace()
          .say(broker.region().value(), () -> "takes the lock of " + session + ": " + why);
      unlock(link);
      link.tellLost(why);
    }
  }

  /** When the first copy of the message that is still here came; null when there is none. */
  @Nullable Duration arrivalOf(SentMessage message) {
    return copies.values().stream()
        .filter(copy -> MessageKey.of(copy.message().id()).equals(message.key()))
        .map(copy -> arrivals.get(copy.brokerSequence()))
        .findFirst()
        .orElse(null);
  }

  /** Copies that were settled long ago are there again, as after a restore. */
  void restoreSettled() {
    BrokerLink link = holder;
    for (Delivery copy : settled) {
      copies.put(copy.brokerSequence(), copy);
      if (link != null) {
        link.offerAgain(copy);
      }
    }
    settled.clear();
    pump();
  }

  /** The region loses its data: what it held is gone. */
  List<Delivery> lose() {
    List<Delivery> lost = copies();
    copies.clear();
    return lost;
  }

  /** The broker itself moves a copy to its dead letters. */
  void drop(Delivery copy) {
    copies.remove(copy.brokerSequence());
  }
}
