package io.twinbus.rehearsal.fault;

import java.time.Duration;

/** What a fault does. */
public enum FaultKind {
  /** The region's Service Bus is gone and its receivers are killed; it returns with new ones. */
  OUTAGE("outage", Duration.ofSeconds(20)),
  /** One receiver is killed; a new one starts later. */
  KILL_RECEIVER("kill-receiver", Duration.ofSeconds(10)),
  /** One receiver is stopped (SIGSTOP) and goes on later (SIGCONT). */
  PAUSE_RECEIVER("pause-receiver", Duration.ofSeconds(25));

  private final String word;
  private final Duration usualLength;

  FaultKind(String word, Duration usualLength) {
    this.word = word;
    this.usualLength = usualLength;
  }

  /** How the option and the report call it. */
  public String word() {
    return word;
  }

  /** How long it lasts when nothing else is said. */
  public Duration usualLength() {
    return usualLength;
  }
}
