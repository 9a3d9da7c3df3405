package io.twinbus.rehearsal.verify;

import io.twinbus.rehearsal.sink.AppliedEffect;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Which sessions a fault can have hit. Implementations are immutable or thread-safe. */
@FunctionalInterface
public interface Reach {

  /**
   * Whether {@code session} was within reach.
   *
   * @param last the session's last effect before the fault; null when there was none
   */
  boolean includes(String session, @Nullable AppliedEffect last);

  /** Every session. */
  static Reach everything() {
    return (session, last) -> true;
  }

  /** The sessions on which one of these processes had worked last. */
  static Reach processes(Set<String> names) {
    Set<String> processes = Set.copyOf(names);
    return (session, last) -> last != null && processes.contains(last.call().caller().process());
  }

  /** The sessions on which a receiver of this region had worked last. */
  static Reach region(String name) {
    return (session, last) -> last != null && last.call().caller().region().equals(name);
  }

  /** These sessions. */
  static Reach sessions(Set<String> ids) {
    Set<String> sessions = Set.copyOf(ids);
    return (session, last) -> sessions.contains(session);
  }

  /** The sessions that are known when the fault is over. */
  static Reach sessions(Supplier<Set<String>> ids) {
    return (session, last) -> ids.get().contains(session);
  }
}
