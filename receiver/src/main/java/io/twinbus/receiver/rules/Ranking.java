package io.twinbus.receiver.rules;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * An order by a key that other threads change meanwhile: each key is read once. A sort that reads
 * the key for each comparison may contradict itself, and throws when it sees that.
 */
public final class Ranking {

  private record Ranked<T, K>(T one, K key) {}

  private Ranking() {}

  /** {@code all} by their keys, the lowest first. */
  public static <T, K extends Comparable<? super K>> List<T> by(
      Function<? super T, K> key, Collection<T> all) {
    return all.stream()
        .map(one -> new Ranked<>(one, key.apply(one)))
        .sorted(Comparator.comparing(Ranked::key))
        .map(Ranked::one)
        .toList();
  }
}
