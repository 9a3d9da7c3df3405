package io.twinbus.ops.acts;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.SessionRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Blocked sessions grouped by why they are: alike but for numbers and names of streams. */
public final class BlockReasons {

  /**
   * Sessions that are blocked for the same reason.
   *
   * @param reason with {@code #} for each number that differs
   * @param example one of the sessions
   * @param first since when the first of them has been blocked
   * @param last since when the last of them has been
   */
  public record Group(String reason, int sessions, String example, Instant first, Instant last) {}

  private BlockReasons() {}

  /** The groups of those of {@code records} that are blocked, the largest first. */
  public static List<Group> of(List<SessionRecord> records) {
    Map<String, Group> groups = new LinkedHashMap<>();
    for (SessionRecord record : records) {
      Block block = record.custody().block();
      if (block != null) {
        String reason = alike(block.reason());
        groups.merge(
            reason,
            new Group(reason, 1, record.session().value(), block.since(), block.since()),
            BlockReasons::both);
      }
    }
    List<Group> all = new ArrayList<>(groups.values());
    all.sort(Comparator.comparing(Group::sessions).reversed().thenComparing(Group::reason));
    return all;
  }

  private static Group both(Group one, Group other) {
    return new Group(
        one.reason(),
        one.sessions() + other.sessions(),
        one.example(),
        one.first().isBefore(other.first()) ? one.first() : other.first(),
        one.last().isAfter(other.last()) ? one.last() : other.last());
  }

  /** A status such as 400 says something; the number of a message does not. */
  private static String alike(String reason) {
    return reason
        .replaceAll("stream \\S+?(?=[ ,;.]|$)", "stream #")
        .replaceAll("(?i)message [0-9]+", "message #");
  }
}
