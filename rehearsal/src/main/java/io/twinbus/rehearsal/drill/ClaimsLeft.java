package io.twinbus.rehearsal.drill;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The claims that are still on record when nothing is left to do, each in words.
 *
 * @param held those of owners who may be alive: somebody holds a session for nothing, or stopped
 *     without giving it back
 * @param abandoned those of owners who are dead. Nobody could give them back, and they keep nobody
 *     out: whoever has the session's next message takes it over at once
 */
public record ClaimsLeft(List<String> held, List<String> abandoned) {

  /** No claim at all. */
  public static final ClaimsLeft NONE = new ClaimsLeft(List.of(), List.of());

  /** Copies both lists. */
  public ClaimsLeft {
    held = List.copyOf(held);
    abandoned = List.copyOf(abandoned);
  }

  /** Those in {@code records}; {@code isDead} judges their owners as a receiver would. */
  public static ClaimsLeft in(List<SessionRecord> records, Predicate<InstanceId> isDead) {
    List<String> held = new ArrayList<>();
    List<String> abandoned = new ArrayList<>();
    for (SessionRecord record : records) {
      Owner owner = record.custody().owner();
      if (owner != null) {
        String words =
            "%s, %s by %s/%s"
                .formatted(record.session(), record.status(), owner.region(), owner.instance());
        (isDead.test(owner.instance()) ? abandoned : held).add(words);
      }
    }
    return new ClaimsLeft(held, abandoned);
  }
}
