package io.twinbus.console.web;

import io.micronaut.http.sse.Event;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.reactivestreams.Publisher;
import reactor.core.publisher.BufferOverflowStrategy;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/**
 * The browsers that are shown each look as it is taken, at most {@value #MAX}. One that reads too
 * slowly misses looks, and holds none of the others up. Thread-safe.
 */
public final class Viewers {

  /** How many there may be. */
  public static final int MAX = 100;

  /** The events of some looks, for a browser that reads them one by one. */
  private static final int BUFFER = 32;

  private final Sinks.Many<Event<String>> looks = Sinks.many().multicast().directBestEffort();
  private final AtomicInteger present = new AtomicInteger();

  /** The events of one more viewer, {@code first} at once; empty where there are too many. */
  Optional<Publisher<Event<String>>> admit(List<Event<String>> first) {
    if (present.incrementAndGet() > MAX) {
      present.decrementAndGet();
      return Optional.empty();
    }
    return Optional.of(
        Flux.concat(
                Flux.fromIterable(first),
                looks.asFlux().onBackpressureBuffer(BUFFER, BufferOverflowStrategy.DROP_OLDEST))
            .doFinally(end -> present.decrementAndGet()));
  }

  /** Shows {@code events} to all who are there; one caller at a time. */
  void show(List<Event<String>> events) {
    for (Event<String> event : events) {
      var unused = looks.tryEmitNext(event);
    }
  }

  /** Whether there are any. */
  boolean isEmpty() {
    return present.get() == 0;
  }

  /** Ends every viewer's stream. */
  public void drain() {
    var unused = looks.tryEmitComplete();
  }
}
