package io.twinbus.receiver.bytes;

/**
 * How large the next copy is expected to be: as large as the largest of late. It rises at once, and
 * falls by a sixteenth of the difference with each smaller copy. Not thread-safe.
 */
final class SizeEstimate {

  private static final int SLOWNESS = 16;

  private long bytes;

  void saw(long size) {
    bytes = size >= bytes ? size : bytes - (bytes - size) / SLOWNESS;
  }

  /** Zero before the first copy. */
  long bytes() {
    return bytes;
  }
}
