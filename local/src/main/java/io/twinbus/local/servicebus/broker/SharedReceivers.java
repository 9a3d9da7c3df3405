package io.twinbus.local.servicebus.broker;

import java.util.LinkedHashSet;
import java.util.Set;

/** The receivers that compete for an entity without sessions, and which of them want more. */
final class SharedReceivers {
  // Those that came for a message and found none, in turn.
  private final Set<Attachment> hungry = new LinkedHashSet<>();

  void foundNothing(Attachment attachment) {
    hungry.add(attachment);
  }

  void detached(Attachment attachment) {
    hungry.remove(attachment);
  }

  /** Tells the one that has waited longest that there is something to take. */
  void ready() {
    var first = hungry.iterator();
    if (first.hasNext()) {
      Attachment next = first.next();
      first.remove();
      next.consumer().messagesReady();
    }
  }
}
