package io.twinbus.ledger.store;

import io.twinbus.protocol.SessionId;
import java.util.Map;

/** What a question for the versions of several records found. */
public sealed interface VersionsOutcome {

  /**
   * The versions.
   *
   * @param versions of the sessions that were asked for, those that have a record
   */
  record Known(Map<SessionId, Version> versions) implements VersionsOutcome {

    /** Copies {@code versions}. */
    public Known {
      versions = Map.copyOf(versions);
    }
  }

  /** The question failed and says nothing; {@code why} is for people. */
  record Unknown(String why) implements VersionsOutcome {}
}
