package io.twinbus.local.servicebus.broker;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One session of an entity: its messages, its state, and who has locked it. */
public final class Session {
  private final String id;
  private final MessageLine line = new MessageLine();
  private byte @Nullable [] state;
  private @Nullable Attachment holder;
  private Instant lockedUntil = Instant.EPOCH;
  private int renewals;

  Session(String id) {
    this.id = id;
  }

  /** The session id. */
  public String id() {
    return id;
  }

  /** When its current, or last, lock runs out. */
  public Instant lockedUntil() {
    return lockedUntil;
  }

  MessageLine line() {
    return line;
  }

  byte @Nullable [] state() {
    return state;
  }

  void state(byte @Nullable [] newState) {
    state = newState;
  }

  @Nullable Attachment holder() {
    return holder;
  }

  void lock(Attachment newHolder, Instant until) {
    holder = newHolder;
    renewals = 0;
    lockedUntil = until;
  }

  void extend(Instant until) {
    lockedUntil = until;
    renewals++;
  }

  /** How often its lock was renewed since it was locked. */
  int renewals() {
    return renewals;
  }

  void unlock() {
    holder = null;
  }

  /** Whether anything would be lost by forgetting it. */
  boolean forgettable() {
    return holder == null && state == null && line.isEmpty();
  }
}
