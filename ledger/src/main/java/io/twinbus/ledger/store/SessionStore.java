package io.twinbus.ledger.store;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.protocol.SessionId;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * The port to the session records: three verbs on single documents, and a look at the versions of
 * many, strongly consistent.
 *
 * <p>Every stage completes within a bound that the implementation documents, and never
 * exceptionally: what fails is {@code Unknown}. Implementations are thread-safe.
 */
public interface SessionStore {

  /** How many sessions {@link #versions} takes at a time. */
  int MOST_VERSIONS = 250;

  /** Reads the record of {@code session}. */
  CompletionStage<ReadOutcome<SessionRecord>> read(SessionId session);

  /** Writes a record where there is none. */
  CompletionStage<WriteOutcome> create(SessionRecord record);

  /** Writes over the record that has {@code version}, and over no other. */
  CompletionStage<WriteOutcome> replace(SessionRecord record, Version version);

  /**
   * At which versions the records of {@code sessions} stand: one that has not moved since it was
   * read need not be read again. This reads each of them; a store that can ask for all at once does
   * so, as consistently as it reads one.
   *
   * @param sessions at most {@value #MOST_VERSIONS}
   */
  default CompletionStage<VersionsOutcome> versions(Set<SessionId> sessions) {
    return EachVersion.read(this, sessions);
  }
}
