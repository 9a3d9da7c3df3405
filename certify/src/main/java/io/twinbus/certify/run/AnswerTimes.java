package io.twinbus.certify.run;

import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * How long one place takes to answer, by kind of request. Requests that fail without an answer do
 * not count. Thread-safe.
 */
public final class AnswerTimes {

  /** Of each kind; a run makes some hundred. */
  private static final int MOST = 10_000;

  private final String place;
  private final Supplier<MonotonicTime> now;
  private final Map<String, Kind> kinds = new TreeMap<>();

  /** Nothing was asked at {@code place} yet; {@code now} never jumps. */
  public AnswerTimes(String place, Supplier<MonotonicTime> now) {
    this.place = place;
    this.now = now;
  }

  /**
   * A request; blocks until it is answered.
   *
   * @param <T> the answer
   * @param <E> what it throws where there is none
   */
  @FunctionalInterface
  public interface Request<T, E extends Exception> {

    /** Asks. */
    T ask() throws E;
  }

  /** The answer to {@code request}, whose time is noted under {@code kind}. */
  public <T, E extends Exception> T timed(String kind, Request<T, E> request) throws E {
    MonotonicTime begun = now.get();
    T answer = request.ask();
    note(kind, begun, now.get());
    return answer;
  }

  /** The same for what is answered without content. */
  public void timedAct(String kind, Runnable request) {
    var unused =
        timed(
            kind,
            () -> {
              request.run();
              return true;
            });
  }

  private synchronized void note(String kind, MonotonicTime begun, MonotonicTime ended) {
    Kind noted = kinds.computeIfAbsent(kind, name -> new Kind(begun));
    if (noted.took.size() < MOST) {
      noted.took.add(ended.since(begun));
      noted.last = ended;
    }
  }

  /** What was measured so far, by kind in the order of the alphabet. */
  public synchronized List<Measured> measured() {
    return kinds.entrySet().stream()
        .map(kind -> kind.getValue().measured(place, kind.getKey()))
        .toList();
  }

  /** The answers to one kind of request, from the first one's begin to the last one's end. */
  private static final class Kind {

    private final MonotonicTime first;
    private final List<Duration> took = new ArrayList<>();
    private MonotonicTime last;

    Kind(MonotonicTime first) {
      this.first = first;
      this.last = first;
    }

    Measured measured(String place, String kind) {
      List<Duration> sorted = took.stream().sorted().toList();
      return new Measured(
          place,
          kind,
          sorted.size(),
          sorted.get((sorted.size() - 1) / 2),
          sorted.get(sorted.size() - 1),
          last.since(first));
    }
  }
}
