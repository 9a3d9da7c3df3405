package io.twinbus.rehearsal.verify;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.fault.Strike;
import io.twinbus.rehearsal.sink.AppliedEffect;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the sessions that a fault struck went on.
 *
 * <p>A session's time without progress begins when the fault strikes, or when the message is sent
 * that it works on next, if that is later; it ends with the session's next effect.
 */
public final class Recovery {

  private final Map<String, AppliedEffect> nextEffects;
  private final Strike strike;
  private final SendTimes sent;

  /** When a message was sent; empty when it was not. */
  @FunctionalInterface
  public interface SendTimes {
    /** The moment at which message {@code id} of {@code session} was sent. */
    Optional<MonotonicTime> of(String session, String id);
  }

  private Recovery(Strike strike, Map<String, AppliedEffect> nextEffects, SendTimes sent) {
    this.strike = strike;
    this.nextEffects = nextEffects;
    this.sent = sent;
  }

  /** How {@code strike} was recovered from, by the {@code effects} in order of arrival. */
  public static Recovery of(Strike strike, List<AppliedEffect> effects, SendTimes sent) {
    Map<String, AppliedEffect> next = new HashMap<>();
    for (AppliedEffect effect : effects) {
      String session = effect.call().session();
      if (strike.claimed().containsKey(session)
          && effect.at().monotonic().isAtOrAfter(strike.at())) {
        next.putIfAbsent(session, effect);
      }
    }
    return new Recovery(strike, next, sent);
  }

  /** How many of the struck sessions went on under a new claim. */
  public int takeovers() {
    return (int)
        nextEffects.entrySet().stream()
            .filter(
                next ->
                    next.getValue().call().claim().token()
                        > strike.claimed().getOrDefault(next.getKey(), Long.MAX_VALUE))
            .count();
  }

  /** The longest time without progress of any struck session that had, or got, work. */
  public Duration longestWithoutProgress() {
    return nextEffects.values().stream()
        .map(this::waited)
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  private Duration waited(AppliedEffect next) {
    MonotonicTime begin =
        sent.of(next.call().session(), next.call().id())
            .filter(at -> at.isAtOrAfter(strike.at()))
            .orElse(strike.at());
    return next.at().monotonic().since(begin);
  }
}
