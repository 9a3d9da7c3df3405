package io.twinbus.sender.pipeline;

/** A bound on bytes that several holders share. */
final class ByteBudget {

  private final long most;
  private long taken;

  ByteBudget(long most) {
    this.most = most;
  }

  /** Takes {@code bytes}, if they fit. */
  boolean take(int bytes) {
    if (taken + bytes > most) {
      return false;
    }
    taken += bytes;
    return true;
  }

  /** Gives back {@code bytes} that were taken. */
  void give(int bytes) {
    taken -= bytes;
  }

  long taken() {
    return taken;
  }
}
