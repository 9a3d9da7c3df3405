package io.twinbus.local.servicebus.broker;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A consumer's place at a queue: the line it takes from, and the locks that end with it. */
public final class Attachment {
  private final Consumer consumer;
  private final MessageLine line;
  private final @Nullable Session session;
  private final Set<MessageLock> locks = new LinkedHashSet<>();
  private boolean ended;

  Attachment(Consumer consumer, MessageLine line, @Nullable Session session) {
    this.consumer = consumer;
    this.line = line;
    this.session = session;
  }

  /** The session it holds; null on an entity without sessions. */
  public @Nullable Session session() {
    return session;
  }

  /** Whether it was detached or lost its session lock. */
  public boolean ended() {
    return ended;
  }

  Consumer consumer() {
    return consumer;
  }

  MessageLine line() {
    return line;
  }

  Set<MessageLock> locks() {
    return locks;
  }

  void end() {
    ended = true;
  }
}
