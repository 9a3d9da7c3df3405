package io.twinbus.proving.bench.contest;

/** Takes the time of a lap, from when it is made. Immutable and thread-safe. */
public final class Stopwatch {

  private static final double NANOS = 1e9;

  private final long start = System.nanoTime();

  private Stopwatch() {}

  /** A watch that begins now. */
  public static Stopwatch start() {
    return new Stopwatch();
  }

  /** How long it has been going. */
  public double seconds() {
    return (System.nanoTime() - start) / NANOS;
  }

  /** The lap that ends now, in which something was done so often. */
  public Lap lap(long times) {
    return new Lap(times, seconds());
  }
}
