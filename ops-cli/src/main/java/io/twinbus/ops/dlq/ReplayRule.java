package io.twinbus.ops.dlq;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.StreamId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a replay does with a dead message, given its session's record.
 *
 * <ol>
 *   <li>It has not ended: the broker alone gave it up, and its stream waits for it. It is put back
 *       in its place, with the headers that it had.
 *   <li>It ended as DEAD, SKIPPED or HOLE: its place is taken. It is sent at the end of its
 *       session, as the next number of a stream that is its own. That place follows from the
 *       message alone, so a replay that is run twice, or by two, takes effect once: the cursor
 *       drops the second.
 *   <li>That place has ended, too: it was replayed before, and this copy came later. Only the copy
 *       is removed.
 *   <li>It ended as DONE: it is left alone, for it would run twice.
 * </ol>
 *
 * <p>A message of a foreign sender has no place of its own; its own record says how it ended. What
 * has not ended is sent as it was, and runs once by its id.
 */
final class ReplayRule {

  /** Begins the names of streams that replays make. */
  static final String STREAM_PREFIX = "replay/";

  private static final int HASH_BYTES = 16;

  /** What to do with a letter. */
  enum Step {
    /** Send it with the headers that it had. */
    IN_PLACE,
    /** Send it at the end of its session. */
    AT_END,
    /** It was replayed already: remove the copy. */
    REMOVE,
    /** Leave it alone. */
    LEAVE
  }

  private ReplayRule() {}

  /**
   * What to do with the letter of {@code key}.
   *
   * @param end how the message ended, as the ledger says; empty when it has not
   */
  static Step step(Letter.Key key, @Nullable SessionRecord record, Optional<EndState> end) {
    if (end.isEmpty()) {
      return Step.IN_PLACE;
    }
    if (end.get() == EndState.DONE) {
      return Step.LEAVE;
    }
    Position again = placeOf(key);
    boolean isEnded = record != null && record.progress().cursor(again.stream()) >= again.seq();
    return isEnded ? Step.REMOVE : Step.AT_END;
  }

  /** Where a replay of this message stands. */
  static Position placeOf(Letter.Key key) {
    Optional<Position> own = key.position();
    if (own.isPresent() && own.get().stream().value().startsWith(STREAM_PREFIX)) {
      Position before = own.get();
      return new Position(before.stream(), before.seq() + 1, before.seq());
    }
    String origin = own.map(p -> p.stream().value() + "\n" + p.seq()).orElse("\n" + key.message());
    return new Position(new StreamId(STREAM_PREFIX + hash(origin)), 1, 0);
  }

  private static String hash(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, HASH_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }
}
