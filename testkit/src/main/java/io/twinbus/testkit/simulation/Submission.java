package io.twinbus.testkit.simulation;

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
 * @param isPoison whether each handler call for it kills its process
 * @param luck what becomes of it in each region; where none is named it is taken
 */
record Submission(
    SessionId session, @Nullable Duration life, boolean isPoison, Map<RegionName, Treatment> luck) {

  /** Copies {@code luck}. */
  Submission {
    luck = Map.copyOf(luck);
  }
}
