package io.twinbus.proving.bench.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Notes what goes to and from the parts of a run, and when. It keeps {@value #MOST} spans at most;
 * what comes later is not noted. Thread-safe.
 */
public final class Trace {

  /** So many spans are kept. */
  public static final int MOST = 1_000;

  private final LongSupplier nanos;
  private final List<Span> spans = new ArrayList<>();
  private long zero;

  /** Without spans; {@code nanos} is read as {@link System#nanoTime()} is. */
  public Trace(LongSupplier nanos) {
    this.nanos = nanos;
    this.zero = nanos.getAsLong();
  }

  /** Forgets all, and begins now: what is under way began before. */
  public synchronized void begin() {
    spans.clear();
    zero = nanos.getAsLong();
  }

  /** Notes a moment. */
  public void moment(String who, String what) {
    long now = nanos.getAsLong();
    note(who, what, now, now);
  }

  /** Notes how long {@code call} takes until it is answered, unless it fails; answers the same. */
  public <T> CompletionStage<T> until(String who, String what, Supplier<CompletionStage<T>> call) {
    return until(who, call, outcome -> what);
  }

  /** The same, with words that depend on the outcome; nothing is noted where they are blank. */
  public <T> CompletionStage<T> until(
      String who, Supplier<CompletionStage<T>> call, Function<T, String> words) {
    long from = nanos.getAsLong();
    return call.get()
        .thenApply(
            outcome -> {
              String what = words.apply(outcome);
              if (!what.isBlank()) {
                note(who, what, from, nanos.getAsLong());
              }
              return outcome;
            });
  }

  private synchronized void note(String who, String what, long from, long to) {
    if (spans.size() < MOST && to >= zero) {
      spans.add(new Span(who, what, from - zero, to - zero));
    }
  }

  /** What has ended since {@link #begin}, in the order in which it began. */
  public synchronized List<Span> spans() {
    return spans.stream().sorted(Comparator.comparingLong(Span::from)).toList();
  }
}
