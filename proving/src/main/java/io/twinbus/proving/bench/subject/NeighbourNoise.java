package io.twinbus.proving.bench.subject;

import io.twinbus.proving.bench.contest.Workload;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Message;
import java.net.ConnectException;

/** What goes wrong at one queue while the others are measured. Immutable. */
enum NeighbourNoise {
  /**
   * One of twenty messages, of every session in turn, fails in every call. If all did, the handler
   * would count as away.
   */
  POISON("one queue's poison messages", 5, 19, false),
  /** More is sent to it than to all others together, in more sessions than there are places. */
  FLOOD("one queue's flood", 200, 400, false),
  /** Every call of its handler fails, as when what it calls is down. */
  SICK("one queue's sick handler", 20, 20, true);

  private static final int POISONED_OF = 20;

  private final String words;
  private final int perSecond;
  private final int sessions;
  private final boolean down;

  NeighbourNoise(String words, int perSecond, int sessions, boolean down) {
    this.words = words;
    this.perSecond = perSecond;
    this.sessions = sessions;
    this.down = down;
  }

  String words() {
    return words;
  }

  /** How many messages a second the noisy queue gets. */
  int perSecond() {
    return perSecond;
  }

  /** Over how many sessions they go. */
  int sessions() {
    return sessions;
  }

  /** What its handler does with {@code message}. */
  HandlerOutcome handle(Message message) throws ConnectException {
    if (down) {
      throw new ConnectException("What the handler calls is down.");
    }
    if (this == POISON && Workload.numberOf(message.id().value()) % POISONED_OF == 0) {
      throw new IllegalArgumentException("The message cannot be read.");
    }
    return new HandlerOutcome.Completed();
  }
}
