package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.network.ConnectionLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How long the links of one connection have not been used, and how long it has had none. Not
 * thread-safe.
 *
 * <p>Use counts from the look at the clock that follows it, so that no link is taken for idle too
 * early.
 */
final class IdleLinks {
  private final ConnectionLimits limits;
  private final Map<LinkEnd, Long> unusedSinceMs = new HashMap<>();
  private final Set<LinkEnd> used = new HashSet<>();
  private long withoutLinksSinceMs = -1;

  IdleLinks(ConnectionLimits limits) {
    this.limits = limits;
  }

  /** Something passed over the link, or was asked on its behalf. */
  void used(LinkEnd link) {
    used.add(link);
  }

  /** Those of the open links that nobody has used for too long. */
  List<LinkEnd> due(Set<LinkEnd> open, long nowMs) {
    unusedSinceMs.keySet().retainAll(open);
    List<LinkEnd> due = new ArrayList<>();
    for (LinkEnd link : open) {
      if (used.contains(link)) {
        unusedSinceMs.put(link, nowMs);
      }
      long since = unusedSinceMs.computeIfAbsent(link, first -> nowMs);
      if (link.mayIdleOut() && nowMs - since >= limits.linkIdle().toMillis()) {
        due.add(link);
      }
    }
    used.clear();
    return due;
  }

  /** Whether the connection has been without links for too long. */
  boolean isDue(boolean hasLinks, long nowMs) {
    if (hasLinks) {
      withoutLinksSinceMs = -1;
      return false;
    }
    if (withoutLinksSinceMs < 0) {
      withoutLinksSinceMs = nowMs;
    }
    return nowMs - withoutLinksSinceMs >= limits.withoutLinks().toMillis();
  }
}
