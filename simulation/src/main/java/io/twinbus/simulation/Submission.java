package io.twinbus.simulation;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an application hands to its sender.
 *
 * @param session the session
 * @param life after how long it expires; null: never
 * @param delay how long from then on it may not run; null: it may run at once
 * @param outsideOrder whether it waits for no other, and none for it
 * @param poison what each handler call for it kills
 * @param luck what becomes of it in each region; where none is named it is taken
 */
record Submission(
    SessionId session,
    @Nullable Duration life,
    @Nullable Duration delay,
    boolean outsideOrder,
    Poison poison,
    Map<RegionName, Treatment> luck) {

  /** One that may run at once, in its order. */
  Submission(
      SessionId session, @Nullable Duration life, Poison poison, Map<RegionName, Treatment> luck) {
    this(session, life, null, false, poison, luck);
  }

  /** What a message kills, each time. */
  enum Poison {
    NONE,
    /** The process of its receiver. */
    PROCESS,
    /** The session worker, in a process that lives on. */
    WORKER
  }

  /** Copies {@code luck}. */
  Submission {
    luck = Map.copyOf(luck);
  }
}
