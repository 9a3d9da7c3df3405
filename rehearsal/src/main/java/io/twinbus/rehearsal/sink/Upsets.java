package io.twinbus.rehearsal.sink;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Makes chosen handler calls fail or hang, by chance, while it lasts.
 *
 * <p>A message is upset {@value #MOST_FOR_A_MESSAGE} times at most in a whole run, so that chance
 * alone never uses its attempts up. Thread-safe.
 */
public final class Upsets {

  /** How often a message is upset at most. */
  public static final int MOST_FOR_A_MESSAGE = 3;

  private final Map<String, Integer> timesByMessage = new HashMap<>();
  private final List<Runnable> held = new ArrayList<>();
  private List<Upset> kinds = List.of();
  private double probability;
  private Random random = new Random(0);
  private Set<String> sessions = new HashSet<>();

  /** Upsets calls from now on, each with this chance, by one of {@code kinds}. */
  public synchronized void begin(List<Upset> whichKinds, double chance, long seed) {
    kinds = List.copyOf(whichKinds);
    probability = chance;
    random = new Random(seed);
    sessions = new HashSet<>();
  }

  /** Upsets no more, and lets go of what is held; answers the sessions that were upset. */
  public Set<String> end() {
    List<Runnable> released;
    Set<String> upset;
    synchronized (this) {
      kinds = List.of();
      released = List.copyOf(held);
      held.clear();
      upset = Set.copyOf(sessions);
    }
    released.forEach(Runnable::run);
    return upset;
  }

  /** How many calls are held. */
  public synchronized int held() {
    return held.size();
  }

  synchronized Upset befalls(SinkCall call) {
    if (kinds.isEmpty() || random.nextDouble() >= probability) {
      return Upset.NOTHING;
    }
    String message = call.session() + '\u0000' + call.id();
    if (timesByMessage.merge(message, 1, Integer::sum) > MOST_FOR_A_MESSAGE) {
      return Upset.NOTHING;
    }
    sessions.add(call.session());
    return kinds.get(random.nextInt(kinds.size()));
  }

  /** Keeps {@code call} for the end; when that has been, it goes on at once. */
  void hold(Runnable call) {
    synchronized (this) {
      if (!kinds.isEmpty()) {
        held.add(call);
        return;
      }
    }
    call.run();
  }
}
