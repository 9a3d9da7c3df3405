package io.twinbus.testkit.ledger;

import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Documents that change by compare-and-set alone. Thread-safe; iterates by key, so that a run
 * repeats.
 */
final class VersionedDocuments<K extends Comparable<K>, D> {

  /** A document and its version. */
  record Stored<D>(D document, Version version) {}

  private final SortedMap<K, Stored<D>> documents = new TreeMap<>();
  private long writes;

  synchronized Optional<Stored<D>> find(K key) {
    return Optional.ofNullable(documents.get(key));
  }

  synchronized List<Stored<D>> all() {
    return List.copyOf(documents.values());
  }

  synchronized WriteOutcome create(K key, D document) {
    return documents.containsKey(key) ? new WriteOutcome.Conflict() : write(key, document);
  }

  synchronized WriteOutcome replace(K key, D document, Version expected) {
    Stored<D> stored = documents.get(key);
    boolean current = stored != null && stored.version().equals(expected);
    return current ? write(key, document) : new WriteOutcome.Conflict();
  }

  synchronized boolean remove(K key) {
    return documents.remove(key) != null;
  }

  private WriteOutcome write(K key, D document) {
    writes++;
    Version version = new Version("\"" + writes + "\"");
    documents.put(key, new Stored<>(document, version));
    return new WriteOutcome.Written(version);
  }
}
