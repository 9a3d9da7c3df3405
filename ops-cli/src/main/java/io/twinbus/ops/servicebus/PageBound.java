package io.twinbus.ops.servicebus;

/**
 * How many copies a command asks a broker for at a time, so that those that it holds with their
 * bodies stay at about {@value #BYTES} bytes.
 *
 * <ol>
 *   <li>The first page has {@value #FIRST} copies, and each later one at most twice as many as the
 *       one before.
 *   <li>A page has as many copies of the largest size seen so far as the bytes allow, at least one.
 * </ol>
 *
 * <p>A page is larger only where copies come that are larger than all before them. Not thread-safe.
 */
public final class PageBound {

  /** What a page is to hold, in bytes of bodies. */
  static final int BYTES = 4 * 1_024 * 1_024;

  private static final int FIRST = 8;

  private final int most;
  private int allowed = FIRST;
  private long largest = 1;

  /** Pages of at most {@code most} copies. */
  public PageBound(int most) {
    this.most = most;
  }

  /** How many copies the next page asks for. */
  public int next() {
    return (int) Math.max(1, Math.min(Math.min(most, allowed), BYTES / largest));
  }

  /** A page has come whose largest body has {@code bytes}. */
  public void took(long bytes) {
    allowed = (int) Math.min(most, 2L * next());
    largest = Math.max(largest, bytes);
  }
}
