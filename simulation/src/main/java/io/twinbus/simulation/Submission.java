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
 * @param poison what each handler call for it kills
 * @param luck what becomes of it in each region; where none is named it is taken
 */
record Submission(
    SessionId session, @Nullable Duration life, Poison poison, Map<RegionName, Treatment> luck) {

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
