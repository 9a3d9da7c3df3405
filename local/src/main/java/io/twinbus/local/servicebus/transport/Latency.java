package io.twinbus.local.servicebus.transport;

import java.time.Duration;

/** How long bytes take each way; read on the event loop, set from anywhere. */
final class Latency {
  private volatile long nanos;

  void set(Duration eachWay) {
    nanos = eachWay.toNanos();
  }

  long nanos() {
    return nanos;
  }
}
