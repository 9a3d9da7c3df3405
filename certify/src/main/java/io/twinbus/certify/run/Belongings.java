package io.twinbus.certify.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What a run has made and not removed yet.
 *
 * <p>Thread-safe: something is made under the lock under which all is removed. So a removal that
 * begins while something is being made waits for it and removes it; afterwards nothing is made any
 * more. A second removal waits for the first.
 */
public final class Belongings {

  /** Makes or removes something; blocks. */
  @FunctionalInterface
  public interface Act {

    /**
     * Does it.
     *
     * @throws Exception when the service refuses or does not answer
     */
    void run() throws Exception;
  }

  private record Made(String name, Act removal) {}

  private final Deque<Made> made = new ArrayDeque<>();
  private final List<String> names = new ArrayList<>();
  private boolean isOver;

  /**
   * Makes something. It counts as made from the start, since a creation without an answer may have
   * succeeded.
   *
   * @param name what it is, for people
   * @param removal must succeed, too, when there is nothing to remove
   * @throws Exception as {@code creation} does
   * @throws IllegalStateException when all has been removed
   */
  public synchronized void make(String name, Act creation, Act removal) throws Exception {
    if (isOver) {
      throw new IllegalStateException("The run is being ended.");
    }
    made.push(new Made(name, removal));
    names.add(name);
    creation.run();
  }

  /**
   * Removes everything, the newest first; answers what could not be removed, each with the reason.
   */
  public synchronized List<String> removeAll() {
    isOver = true;
    List<String> left = new ArrayList<>();
    Deque<Made> kept = new ArrayDeque<>();
    while (!made.isEmpty()) {
      Made next = made.pop();
      try {
        next.removal().run();
      } catch (Exception e) {
        left.add("%s (%s)".formatted(next.name(), e.getMessage()));
        kept.addLast(next);
      }
    }
    made.addAll(kept);
    return left;
  }

  /** The names of all that was made, removed or not, the oldest first. */
  public synchronized List<String> names() {
    return List.copyOf(names);
  }
}
