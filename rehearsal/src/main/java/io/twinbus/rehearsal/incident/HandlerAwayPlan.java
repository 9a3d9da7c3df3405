package io.twinbus.rehearsal.incident;

import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.rehearsal.input.InputMessage;
import io.twinbus.rehearsal.input.MessageBatch;
import io.twinbus.rehearsal.sink.HandlerAnswer;
import io.twinbus.rehearsal.stack.LocalProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A handler that is down for a while, and the messages that are sent meanwhile: the first of each
 * session before, the others during the outage.
 *
 * <p>Immutable and thread-safe.
 *
 * @param answer what every call gets meanwhile
 * @param outage how long
 * @param only the region whose handler is down; empty: both
 * @param receiversPerRegion how many receivers each region has
 */
public record HandlerAwayPlan(
    HandlerAnswer answer, Duration outage, Optional<RegionName> only, int receiversPerRegion) {

  static final int SESSIONS = 20;
  static final int MESSAGES_EACH = 6;

  /** After how long all must be complete once the handler is back. */
  static final Duration MOST_TO_COMPLETE = Duration.ofSeconds(45);

  /** How long a session may stand still while the other region's handler is well. */
  static final Duration MOST_STANDSTILL = Duration.ofSeconds(30);

  /** The messages that are handled before the outage: the first of each session. */
  MessageBatch first() {
    return round(1, 1);
  }

  /** The messages that are sent meanwhile: the second of each session, then the third of each. */
  MessageBatch others() {
    return round(2, MESSAGES_EACH);
  }

  private static MessageBatch round(int from, int to) {
    List<InputMessage> messages = new ArrayList<>();
    for (int number = from; number <= to; number++) {
      for (int session = 1; session <= SESSIONS; session++) {
        String name = name(session);
        String body = "{\"session\":\"%s\",\"number\":%d}".formatted(name, number);
        messages.add(
            new InputMessage(
                new SessionId(name),
                new MessageId("%s-%d".formatted(name, number)),
                body,
                (number - 1L) * SESSIONS + session));
      }
    }
    return new MessageBatch(messages);
  }

  /** How many messages a second are sent: all of them within the outage, the first round aside. */
  double perSecond() {
    return SESSIONS * (MESSAGES_EACH - 1) / (outage.toMillis() / 1000.0 * 0.9);
  }

  /** Whether the calls of {@code session} fail meanwhile. */
  boolean fails(String session) {
    return !answer.isForOneSession() || session.equals(name(1));
  }

  private static String name(int session) {
    return "s%02d".formatted(session);
  }

  /** How many messages may become dead letters. */
  int deadAllowed() {
    if (answer.isForOneSession()) {
      return answer.isJudgement() ? MESSAGES_EACH - 1 : 0;
    }
    int regions = only.isPresent() ? 1 : LocalProcess.REGIONS.size();
    return answer.isJudgement() ? 2 * receiversPerRegion * regions : 0;
  }
}
