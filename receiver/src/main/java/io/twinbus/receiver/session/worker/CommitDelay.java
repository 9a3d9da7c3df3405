package io.twinbus.receiver.session.worker;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.session.FlowSettings;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How long a write that could go waits for more to go with it.
 *
 * <p>Handlers that are faster than the ledger would otherwise have each write take along no more
 * than what ended while the one before was out: many small writes, where a few large ones do. So it
 * waits while a handler is at work, and also when several have ended and nothing is in hand: the
 * next portion of copies may be on its way. A message by itself does not wait, nor a full group.
 */
final class CommitDelay {

  private final FlowSettings.Commit commit;
  private @Nullable MonotonicTime until;

  CommitDelay(FlowSettings.Commit commit) {
    this.commit = commit;
  }

  /** Until when the write of {@code ended} messages waits; empty when it goes now. */
  Optional<MonotonicTime> waitsUntil(int ended, boolean isHandling, MonotonicTime now) {
    MonotonicTime end = until == null ? now.plus(commit.gather()) : until;
    boolean isMoreToCome = isHandling || ended > 1;
    boolean waits = isMoreToCome && ended < commit.group() && !now.isAtOrAfter(end);
    until = waits ? end : null;
    return Optional.ofNullable(until);
  }
}
