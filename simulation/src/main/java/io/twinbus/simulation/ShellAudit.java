package io.twinbus.simulation;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.protocol.SessionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What must hold while the shells of receivers run: one handler call at a time under a token, in
 * order; no claim released under a call that may still be at work.
 *
 * <p>It notes the first violation instead of throwing, for shells catch what is thrown at them. Not
 * thread-safe.
 */
final class ShellAudit {

  /** One handler call, as its endpoint knows it. */
  static final class Call {
    final SessionId session;
    final long seq;
    final long token;
    boolean open = true;
    @Nullable Duration cancelledAt;

    Call(SessionId session, long seq, long token) {
      this.session = session;
      this.seq = seq;
      this.token = token;
    }

    @Override
    public String toString() {
      return "the call for %s/%d under token %d".formatted(session, seq, token % 1_000_000);
    }
  }

  private final Timeline timeline;
  private final Duration grace;
  private final List<Call> calls = new ArrayList<>();
  private final Map<SessionId, Set<Long>> applied = new HashMap<>();
  private @Nullable String violation;

  ShellAudit(Timeline timeline, Duration grace) {
    this.timeline = timeline;
    this.grace = grace;
  }

  Optional<String> violation() {
    return Optional.ofNullable(violation);
  }

  void require(boolean holds, Invariant invariant, Supplier<String> sentence) {
    if (!holds && violation == null) {
      violation = "%s at %s: %s".formatted(invariant, timeline.now(), sentence.get());
    }
  }

  /** A handler call begins. */
  void begins(Call call) {
    for (Call other : calls) {
      require(
          !other.open || !other.session.equals(call.session) || other.token < call.token,
          Invariant.P2_ORDER,
          () -> "%s begins while %s is at work".formatted(call, other));
    }
    require(
        call.seq == 1 || of(call.session).contains(call.seq - 1),
        Invariant.P2_ORDER,
        () -> call + " begins before its predecessor has taken effect");
    calls.add(call);
  }

  /** A handler call takes effect. */
  void takesEffect(Call call) {
    of(call.session).add(call.seq);
  }

  void returns(Call call) {
    call.open = false;
    calls.remove(call);
  }

  /** Whether number {@code seq} of the session has taken effect. */
  boolean hasApplied(SessionId session, long seq) {
    return of(session).contains(seq);
  }

  /** A receiver asks for {@code record} to be written. */
  void writes(SessionRecord record) {
    if (record.custody().owner() != null) {
      return;
    }
    for (Call call : calls) {
      require(
          !call.session.equals(record.session()) || call.token != record.token() || isGivenUp(call),
          Invariant.P4_FENCING,
          () -> "the claim is released while %s may be at work".formatted(call));
    }
  }

  /** Clocks run at rates that differ by a hundredth. */
  private boolean isGivenUp(Call call) {
    Duration since = call.cancelledAt;
    return since != null
        && timeline.now().minus(since).compareTo(grace.multipliedBy(95).dividedBy(100)) >= 0;
  }

  private Set<Long> of(SessionId session) {
    return applied.computeIfAbsent(session, none -> new HashSet<>());
  }
}
