package io.twinbus.simulation;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.protocol.StreamId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The writes to one session record, as those of docs/model/session.pml that they stand for: what
 * the model calls free is IDLE and PENDING here, its one stream is one of the record's, and a write
 * may stand for several of the model's that come without a pause.
 *
 * <p>Each line is five numbers, whose meaning stands in the model. Whether the model allows them is
 * for the model to say.
 */
final class ModelTrace {

  private static final int NOBODY = 255;
  private static final int FIRST_INSTANCE = 1_000;

  private static final int BEGIN_RECORD = 0;
  private static final int LAND_CLAIM = 1;
  private static final int LAND_RENEW = 2;
  private static final int LAND_COMMIT = 3;
  private static final int LAND_CLOSE = 4;
  private static final int LAND_RELEASE = 5;
  private static final int OPERATOR_BLOCK = 6;
  private static final int OPERATOR_UNBLOCK = 7;
  private static final int OPERATOR_SKIP = 8;
  private static final int READS_FREE = 9;
  private static final int READS_WORKING = 10;
  private static final int READS_BLOCKED = 11;

  private final StreamId stream;
  private final List<String> lines = new ArrayList<>();
  private final Map<InstanceId, Integer> instances = new HashMap<>();
  private final Map<ClaimId, Integer> claims = new HashMap<>();
  private int strangers;
  private long token;

  /** How often the token has grown. */
  private int tokens;

  /** How far the stream has come, in the record or, once it has left the record, beside it. */
  private long cursor;

  /** Who has the record within a write. */
  private @Nullable Owner owner;

  private ModelTrace(StreamId stream) {
    this.stream = stream;
  }

  /** The lines for {@code writes}, which are all to one record, seen from {@code stream}. */
  static List<String> of(List<LandedWrite> writes, StreamId stream) {
    ModelTrace trace = new ModelTrace(stream);
    trace.line(BEGIN_RECORD, 0, 0, 0, 0);
    writes.forEach(trace::add);
    return trace.lines;
  }

  private void add(LandedWrite write) {
    SessionRecord before = write.before();
    SessionRecord after = write.after();
    owner = write.previousOwner();
    boolean isBlocked = before != null && before.status() == SessionStatus.BLOCKED;
    boolean isAbandoned = !write.isServed() || write.isOverItsOwnClaim();
    if (isRaised(before, after)) {
      if (isBlocked) {
        line(OPERATOR_UNBLOCK, 0, 0, 0, 0);
        isBlocked = false;
      }
      raise(write, isAbandoned);
    }
    moveCursor(write, isAbandoned);
    boolean staysBlocked = after.status() == SessionStatus.BLOCKED;
    if (isBlocked != staysBlocked) {
      line(staysBlocked ? OPERATOR_BLOCK : OPERATOR_UNBLOCK, 0, 0, 0, 0);
    }
    if (owner != null && after.custody().owner() == null) {
      release(owner, isAbandoned || !owner.equals(write.previousOwner()));
    }
    reads(after);
  }

  private boolean isRaised(@Nullable SessionRecord before, SessionRecord after) {
    boolean isFirst = before == null;
    boolean isRaised = isFirst ? after.custody().owner() != null : after.token() > token;
    tokens += isFirst ? (isRaised ? 1 : 0) : Long.signum(after.token() - token);
    token = after.token();
    return isRaised;
  }

  /** The token grows: somebody has the record now, if only for the rest of this write. */
  private void raise(LandedWrite write, boolean isAbandoned) {
    Owner next = write.after().custody().owner();
    Owner taker = next == null ? stranger() : next;
    boolean isRenewal =
        owner != null
            && next != null
            && write.isOverItsOwnClaim()
            && owner.instance().equals(next.instance());
    line(
        isRenewal ? LAND_RENEW : LAND_CLAIM, instance(taker), claim(taker), 0, isAbandoned ? 1 : 0);
    owner = taker;
  }

  private void moveCursor(LandedWrite write, boolean isAbandoned) {
    long from = cursor;
    long to = seen(write.after().progress());
    cursor = to;
    if (from == to) {
      return;
    }
    if (write.writer().isOperator()) {
      skip(write, to, isAbandoned);
      return;
    }
    Owner by = owner;
    if (by == null) {
      line(OPERATOR_SKIP, 0, 0, to, 0);
      return;
    }
    boolean hasJustClaimed = !by.equals(write.previousOwner());
    Owner writer = hasJustClaimed || write.isOverItsOwnClaim() ? by : stranger();
    boolean closesAHole =
        write
            .after()
            .progress()
            .endOf(stream, to)
            .filter(end -> end.state() == EndState.HOLE)
            .isPresent();
    line(
        closesAHole ? LAND_CLOSE : LAND_COMMIT,
        instance(writer),
        claim(writer),
        closesAHole ? to + 1 : to,
        0);
  }

  /**
   * A stream that has left the record stays where it was: it may only come back there or further.
   * The model knows nothing of streams that leave.
   */
  private long seen(Progress progress) {
    Cursor now = progress.cursors().get(stream);
    return now == null ? cursor : now.seq();
  }

  /** An operator holds the session, passes over its message, and lets it go on. */
  private void skip(LandedWrite write, long to, boolean isAbandoned) {
    if (owner != null && write.after().custody().owner() == null) {
      release(owner, isAbandoned);
    }
    SessionRecord before = write.before();
    boolean isHeld = owner == null || (before != null && before.status() == SessionStatus.BLOCKED);
    if (!isHeld) {
      line(OPERATOR_BLOCK, 0, 0, 0, 0);
    }
    line(OPERATOR_SKIP, 0, 0, to, 0);
    if (!isHeld) {
      line(OPERATOR_UNBLOCK, 0, 0, 0, 0);
    }
  }

  private void release(Owner who, boolean isAbandoned) {
    line(LAND_RELEASE, instance(who), claim(who), 0, isAbandoned ? 1 : 0);
    owner = null;
  }

  private void reads(SessionRecord after) {
    Owner now = after.custody().owner();
    int status =
        switch (after.status()) {
          case IDLE, PENDING, FORGOTTEN -> READS_FREE;
          case WORKING -> READS_WORKING;
          case BLOCKED -> READS_BLOCKED;
        };
    line(
        status, now == null ? NOBODY : instance(now), now == null ? 0 : claim(now), tokens, cursor);
  }

  private Owner stranger() {
    String name = "stranger-" + ++strangers;
    return new Owner(World.EAST, new InstanceId(name), new ClaimId(name));
  }

  private int instance(Owner who) {
    return instances.computeIfAbsent(who.instance(), name -> FIRST_INSTANCE + instances.size());
  }

  private int claim(Owner who) {
    return claims.computeIfAbsent(who.claim(), name -> 1 + claims.size());
  }

  private void line(int step, int me, int id, long value, long last) {
    lines.add("%d %d %d %d %d".formatted(step, me, id, value, last));
  }
}
