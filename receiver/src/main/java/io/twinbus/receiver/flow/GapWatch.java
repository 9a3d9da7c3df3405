package io.twinbus.receiver.flow;

import io.twinbus.ledger.Progress;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Since when each stream has waited at its gap; (stream, cursor) identifies a gap. */
final class GapWatch {

  private record Since(long cursor, MonotonicTime at) {}

  private final Map<StreamId, Since> open = new HashMap<>();

  /** Takes in the gaps that are open now; all others are over. */
  void update(List<Inbox.Head> gaps, Progress progress, MonotonicTime now) {
    Map<StreamId, Since> still = new HashMap<>();
    for (Inbox.Head gap : gaps) {
      StreamId stream = gap.position().stream();
      long cursor = progress.cursor(stream);
      Since known = open.get(stream);
      still.put(stream, known != null && known.cursor() == cursor ? known : new Since(cursor, now));
    }
    open.clear();
    open.putAll(still);
  }

  /** A gap among {@code gaps} that has been open for {@code grace}, if there is one. */
  Optional<Inbox.Head> overdue(List<Inbox.Head> gaps, Duration grace, MonotonicTime now) {
    return gaps.stream()
        .filter(
            gap -> {
              Since since = open.get(gap.position().stream());
              return since != null && now.isAtOrAfter(since.at().plus(grace));
            })
        .findFirst();
  }
}
