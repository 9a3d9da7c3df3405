package io.twinbus.proving.killtest;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What must be true of the data after a kill.
 *
 * <p>While a call is under way both what was before and what it makes are possible; once it has
 * returned, only the latter. Thread-safe.
 */
final class Expectations {
  private static final String ANY_ETAG = "(any)";

  private final Map<String, Set<MessagePlace>> messages = new TreeMap<>();
  private final List<List<String>> unsureBatches = new ArrayList<>();
  private final Map<String, Set<String>> values = new TreeMap<>();
  private final AcknowledgedCounts tally = new AcknowledgedCounts();

  /** A call is under way that would bring these messages from one place to another. */
  synchronized void underWay(Collection<String> ids, MessagePlace from, MessagePlace to) {
    ids.forEach(id -> messages.put(id, EnumSet.of(from, to)));
    if (ids.size() > 1) {
      unsureBatches.add(List.copyOf(ids));
    }
  }

  /** That call has returned. */
  synchronized void acknowledged(Collection<String> ids, MessagePlace to) {
    ids.forEach(id -> messages.put(id, EnumSet.of(to)));
    unsureBatches.removeIf(batch -> batch.equals(List.copyOf(ids)));
    tally.count(to, ids.size());
  }

  /** A call is under way that gives a session state, or a document, this value. */
  synchronized void underWay(String name, String value) {
    values.computeIfAbsent(name, absent -> new TreeSet<>(Set.of(""))).add(value);
  }

  /** A call is under way that gives a document this version, under an ETag that nobody knows. */
  synchronized void underWayVersion(String name, int version) {
    underWay(name, Documents.value(version, ANY_ETAG));
  }

  /** That call has returned. */
  synchronized void acknowledged(String name, String value) {
    values.put(name, new TreeSet<>(Set.of(value)));
    tally.countValue();
  }

  /** Whether both sends and writes were acknowledged since the last {@link #takeTally}. */
  synchronized boolean messagesAndValuesAcknowledged() {
    return tally.messages(MessagePlace.ACTIVE) > 0 && tally.values() > 0;
  }

  /** The names of all values that were ever written. */
  synchronized Set<String> names() {
    return new TreeSet<>(values.keySet());
  }

  /** How much was acknowledged since the last call of this. */
  synchronized AcknowledgedCounts takeTally() {
    return tally.take();
  }

  /** Compares with what was found, by message; and takes what was unsure as it was found. */
  synchronized List<String> compareMessages(Map<String, List<MessagePlace>> found) {
    List<String> defects = new ArrayList<>();
    for (Map.Entry<String, Set<MessagePlace>> expected : messages.entrySet()) {
      String id = expected.getKey();
      List<MessagePlace> places = found.getOrDefault(id, List.of());
      MessagePlace place = places.isEmpty() ? MessagePlace.NOWHERE : places.get(0);
      if (places.size() > 1) {
        defects.add("%s is there %d times: %s".formatted(id, places.size(), places));
      } else if (!expected.getValue().contains(place)) {
        defects.add("%s is %s, expected %s".formatted(id, place, expected.getValue()));
      }
      expected.setValue(EnumSet.of(place));
    }
    found.keySet().stream()
        .filter(id -> !messages.containsKey(id))
        .forEach(id -> defects.add(id + " was never sent"));
    for (List<String> batch : unsureBatches) {
      long there = batch.stream().filter(found::containsKey).count();
      if (there != 0 && there != batch.size()) {
        defects.add("of a batch of %d there are %d: %s".formatted(batch.size(), there, batch));
      }
    }
    unsureBatches.clear();
    return defects;
  }

  /** Compares a session state or a document with what was found; empty: there is none. */
  synchronized List<String> compareValue(String name, String found) {
    Set<String> expected = values.getOrDefault(name, Set.of(""));
    values.put(name, new TreeSet<>(Set.of(found)));
    boolean unsureOfEtag =
        expected.stream()
            .filter(value -> value.endsWith(ANY_ETAG))
            .anyMatch(
                value -> found.startsWith(value.substring(0, value.length() - ANY_ETAG.length())));
    return unsureOfEtag || expected.contains(found)
        ? List.of()
        : List.of("%s is '%s', expected one of %s".formatted(name, found, expected));
  }
}
