package io.twinbus.ledger;

import io.twinbus.protocol.Body;
import io.twinbus.protocol.SessionId;
import java.util.List;
import java.util.Optional;

/**
 * The one document that decides about a session: who may work on it and how far it has come.
 *
 * <p>Immutable and thread-safe.
 *
 * @param session the session; its wire form is the document's partition key
 * @param custody status, owner, token, block
 * @param progress cursors, end states, suspects, gaps
 * @param state what the application keeps for the session, as of the messages that have ended
 * @param acts what operators did by hand, oldest first, at most {@value Act#MAX_KEPT}
 * @param stamp the mark of the last write
 */
public record SessionRecord(
    SessionId session,
    Custody custody,
    Progress progress,
    Optional<Body> state,
    List<Act> acts,
    WriteMark stamp)
    implements LedgerDocument {

  /** Copies {@code acts}. */
  public SessionRecord {
    acts = List.copyOf(acts);
  }

  /** A record that no operator has touched. */
  public SessionRecord(
      SessionId session,
      Custody custody,
      Progress progress,
      Optional<Body> state,
      WriteMark stamp) {
    this(session, custody, progress, state, List.of(), stamp);
  }

  /** A record of a session of which nothing has ended. */
  public static SessionRecord first(SessionId session, Custody custody, WriteMark stamp) {
    return new SessionRecord(session, custody, Progress.NONE, Optional.empty(), stamp);
  }

  /** The status; shorthand for {@code custody().status()}. */
  public SessionStatus status() {
    return custody.status();
  }

  /** The fencing token; shorthand for {@code custody().token()}. */
  public long token() {
    return custody.token();
  }

  /** The same as the record of {@code known}, whose id its document does not name. */
  public SessionRecord withSession(SessionId known) {
    return new SessionRecord(known, custody, progress, state, acts, stamp);
  }

  /** The same with another custody. */
  public SessionRecord withCustody(Custody next) {
    return new SessionRecord(session, next, progress, state, acts, stamp);
  }

  /** The same with another progress. */
  public SessionRecord withProgress(Progress next) {
    return new SessionRecord(session, custody, next, state, acts, stamp);
  }

  /** The same with another application state. */
  public SessionRecord withState(Optional<Body> next) {
    return new SessionRecord(session, custody, progress, next, acts, stamp);
  }

  /** The same with one act more. */
  public SessionRecord withAct(Act next) {
    return new SessionRecord(session, custody, progress, state, Act.append(acts, next), stamp);
  }

  /** The same as another write leaves it. */
  public SessionRecord withStamp(WriteMark next) {
    return new SessionRecord(session, custody, progress, state, acts, next);
  }
}
