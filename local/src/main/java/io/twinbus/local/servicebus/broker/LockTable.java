package io.twinbus.local.servicebus.broker;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The locked messages of one entity by lock token.
 *
 * <p>The lock duration is one for the whole entity, so insertion order is expiry order, and the
 * first entry is all that time needs to look at. A renewed lock goes to the end.
 */
final class LockTable {
  private final Map<UUID, MessageLock> byToken = new LinkedHashMap<>();
  private final Supplier<UUID> tokens;

  LockTable(Supplier<UUID> tokens) {
    this.tokens = tokens;
  }

  MessageLock lock(BrokerMessage message, @Nullable Attachment holder, Instant until) {
    MessageLock lock = new MessageLock(tokens.get(), message, holder, until);
    byToken.put(lock.token(), lock);
    message.lockedBy(lock);
    if (holder != null) {
      holder.locks().add(lock);
    }
    return lock;
  }

  @Nullable MessageLock find(UUID token) {
    return byToken.get(token);
  }

  boolean holds(MessageLock lock) {
    return byToken.get(lock.token()) == lock;
  }

  void unlock(MessageLock lock) {
    byToken.remove(lock.token());
    lock.message().lockedBy(null);
    Attachment holder = lock.holder();
    if (holder != null) {
      holder.locks().remove(lock);
    }
  }

  void renew(MessageLock lock, Instant until) {
    lock.extend(until);
    byToken.remove(lock.token());
    byToken.put(lock.token(), lock);
  }

  @Nullable MessageLock first() {
    var all = byToken.values().iterator();
    return all.hasNext() ? all.next() : null;
  }

  List<MessageLock> all() {
    return List.copyOf(byToken.values());
  }

  int count() {
    return byToken.size();
  }
}
