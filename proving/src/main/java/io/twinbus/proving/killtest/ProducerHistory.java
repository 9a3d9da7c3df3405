package io.twinbus.proving.killtest;

import io.twinbus.protocol.Position;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Judges what one region holds against what producers said.
 *
 * <ol>
 *   <li>Everything safe is there.
 *   <li>Nothing is there that no producer began to send; and of each producer's lines there is a
 *       beginning without holes, for a journal that keeps a line keeps all before it.
 *   <li>A message has one place, and a place one message.
 *   <li>First copies of a session stand in the order in which producers sent.
 *   <li>Played through a cursor for each stream, as receivers do, every message takes effect once
 *       and none waits.
 * </ol>
 */
final class ProducerHistory {
  private final List<ProducerNotes> producers;
  private final List<String> defects = new ArrayList<>();
  private final Map<String, String> placeOf = new HashMap<>();
  private final Map<String, String> idAt = new HashMap<>();
  private final Map<String, Long> cursors = new HashMap<>();
  private final Map<String, long[]> lastOfSession = new HashMap<>();
  private final Map<Integer, BitSet> found = new HashMap<>();
  private final Set<String> effects = new HashSet<>();
  private int repeats;

  ProducerHistory(List<ProducerNotes> producers) {
    this.producers = producers;
  }

  /** What id a line of the input of a producer has; producers count from 1. */
  static String idOf(int producer, long line) {
    return producer + "-" + line;
  }

  ProducerHistory judge(String region, List<Arrival> arrivals) {
    arrivals.forEach(arrival -> arrived(region, arrival));
    for (int producer = 1; producer <= producers.size(); producer++) {
      ProducerNotes notes = producers.get(producer - 1);
      BitSet lines = found.getOrDefault(producer, new BitSet());
      BitSet missing = notes.safe();
      missing.andNot(lines);
      if (!missing.isEmpty()) {
        defects.add(
            "%s lacks %d safe messages of producer %d, the first is line %d"
                .formatted(region, missing.cardinality(), producer, missing.nextSetBit(0)));
      }
      if (lines.length() > 0 && lines.cardinality() != lines.length() - 1) {
        defects.add(
            "%s has line %d of producer %d, but not all before it"
                .formatted(region, lines.length() - 1, producer));
      }
      if (lines.length() - 1 > notes.sent()) {
        defects.add(
            "%s has line %d of producer %d, which sent %d"
                .formatted(region, lines.length() - 1, producer, notes.sent()));
      }
    }
    return this;
  }

  private void arrived(String region, Arrival arrival) {
    String[] parts = arrival.id().split("-", 2);
    int producer = Integer.parseInt(parts[0]);
    long line = Long.parseLong(parts[1]);
    String place = arrival.place();
    if (!place.equals(placeOf.computeIfAbsent(arrival.id(), absent -> place))
        || !arrival.id().equals(idAt.computeIfAbsent(place, absent -> arrival.id()))) {
      defects.add(region + ": " + arrival + " shares its place, or has two");
    }
    BitSet lines = found.computeIfAbsent(producer, absent -> new BitSet());
    if (lines.get((int) line)) {
      repeats++;
    } else {
      lines.set((int) line);
      long[] before = lastOfSession.put(arrival.session(), new long[] {producer, line});
      if (before != null && (before[0] > producer || (before[0] == producer && before[1] > line))) {
        defects.add(region + ": " + arrival.id() + " stands behind " + before[0] + "-" + before[1]);
      }
    }
    play(region, arrival);
  }

  private void play(String region, Arrival arrival) {
    Position position = arrival.position();
    String stream = arrival.session() + "/" + position.stream();
    long cursor = cursors.getOrDefault(stream, 0L);
    if (position.seq() <= cursor) {
      return;
    }
    if (position.prev() != cursor) {
      defects.add("%s: %s finds the cursor at %d".formatted(region, arrival, cursor));
    }
    if (!effects.add(arrival.id())) {
      defects.add(region + ": " + arrival.id() + " takes effect twice");
    }
    cursors.put(stream, position.seq());
  }

  List<String> defects() {
    return defects;
  }

  /** How many messages took effect. */
  int effects() {
    return effects.size();
  }

  /** How many copies came again, which cursors drop. */
  int repeats() {
    return repeats;
  }

  /** How many streams there were. */
  int streams() {
    return cursors.size();
  }
}
