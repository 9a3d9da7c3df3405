package io.twinbus.simulation;

import io.twinbus.ledger.Custody;
import io.twinbus.ledger.Gap;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a write to a session record does to it. */
enum Act {
  CLAIM(Position.CLAIM),
  TAKEOVER(Position.TAKEOVER),
  RECLAIM(Position.CLAIM),
  RENEW(Position.CLAIM),
  HOLD(Position.CLAIM),
  COMMIT(Position.COMMIT),
  BLOCK(Position.COMMIT),
  RELEASE(Position.RELEASE),
  REPORT(Position.REPORT),
  LOWER(Position.REPORT),
  EVICT(Position.REPORT),
  FOUND(Position.REPORT),
  RETURN(Position.REPORT),
  SKIP(Position.SKIP),
  OPERATOR_BLOCKS(Position.OPERATOR),
  OPERATOR_UNBLOCKS(Position.OPERATOR),
  OPERATOR_ENDS(Position.OPERATOR),
  OPERATOR_RELEASES(Position.OPERATOR);

  /** Where in the protocol a write stands. */
  enum Position {
    CLAIM,
    TAKEOVER,
    COMMIT,
    RELEASE,
    REPORT,
    SKIP,
    OPERATOR,
    BEAT
  }

  private final Position position;

  Act(Position position) {
    this.position = position;
  }

  Position position() {
    return position;
  }

  /** What {@code writer} does by writing {@code after} over {@code before}; null: there is none. */
  static Act of(@Nullable SessionRecord before, SessionRecord after, Writer writer) {
    if (writer.isOperator()) {
      return byOperator(before, after);
    }
    if (before == null) {
      return after.custody().owner() == null ? REPORT : CLAIM;
    }
    Custody then = before.custody();
    Custody now = after.custody();
    if (now.status() == SessionStatus.BLOCKED && then.status() != SessionStatus.BLOCKED) {
      return now.token() > then.token() ? HOLD : BLOCK;
    }
    Owner previous = then.owner();
    Owner owner = now.owner();
    if (owner != null && !owner.equals(previous)) {
      return claim(before, previous, writer);
    }
    if (previous != null && owner == null) {
      return writer.claims().contains(previous.claim()) ? RELEASE : EVICT;
    }
    return progress(before, after);
  }

  private static Act byOperator(@Nullable SessionRecord before, SessionRecord after) {
    if (before != null && before.custody().owner() != null && after.custody().owner() == null) {
      return OPERATOR_RELEASES;
    }
    boolean was = before != null && before.status() == SessionStatus.BLOCKED;
    boolean is = after.status() == SessionStatus.BLOCKED;
    if (was == is) {
      return OPERATOR_ENDS;
    }
    return is ? OPERATOR_BLOCKS : OPERATOR_UNBLOCKS;
  }

  private static Act claim(SessionRecord before, @Nullable Owner previous, Writer writer) {
    if (previous == null) {
      boolean isAfterADeath =
          before.status() == SessionStatus.PENDING && !before.progress().suspects().isEmpty();
      return isAfterADeath ? TAKEOVER : CLAIM;
    }
    if (writer.claims().contains(previous.claim())) {
      return RENEW;
    }
    return writer.isOurs().test(previous.instance()) ? RECLAIM : TAKEOVER;
  }

  private static Act progress(SessionRecord before, SessionRecord after) {
    boolean moves =
        !before.progress().cursors().equals(after.progress().cursors())
            || !before.progress().suspects().equals(after.progress().suspects());
    if (moves && after.custody().owner() == null && isReturn(before, after)) {
      return RETURN;
    }
    if (moves) {
      return after.custody().owner() == null ? SKIP : COMMIT;
    }
    Map<?, Gap> then = before.progress().waiting();
    Map<?, Gap> now = after.progress().waiting();
    if (now.size() < then.size()) {
      return FOUND;
    }
    if (now.equals(then)) {
      return COMMIT;
    }
    return count(now) > count(then) ? REPORT : LOWER;
  }

  /** A cursor comes that the record did not have, and no region reports a gap of its stream. */
  private static boolean isReturn(SessionRecord before, SessionRecord after) {
    return before.progress().annex().cold() > 0
        && after.progress().cursors().keySet().stream()
            .anyMatch(
                stream ->
                    !before.progress().cursors().containsKey(stream)
                        && !before.progress().waiting().containsKey(stream));
  }

  private static int count(Map<?, Gap> waiting) {
    return waiting.values().stream().mapToInt(gap -> gap.reports().size()).sum();
  }
}
