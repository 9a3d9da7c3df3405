package io.twinbus.ledger.cosmos;

import org.apiguardian.api.API;

/** The ledger cannot be used as it is; the message is one sentence that says what to do. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1.0")
public final class LedgerStartException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What is wrong. */
  public enum Reason {
    /** Plain http to another machine. */
    PLAIN_HTTP,
    /** Nobody answers at the endpoint, or not as a Cosmos DB account would. */
    UNREACHABLE,
    /** The key or the identity is refused. */
    UNAUTHORIZED,
    /** The account's default consistency is not Strong. */
    WEAK_CONSISTENCY,
    /** The account accepts writes in several regions. */
    SEVERAL_WRITE_REGIONS,
    /** The database or the container does not exist. */
    MISSING,
    /** The container is there and is not a ledger's. */
    WRONG_CONTAINER,
    /** The account applied a write that carried an outdated ETag. */
    STALE_WRITE_ACCEPTED,
    /** Another deployment, or a newer build, keeps its sessions in this ledger. */
    OTHER_DEPLOYMENT,
    /** It is a copy, such as a restored backup, that nobody has confirmed for this process. */
    RESTORED
  }

  private final Reason reason;

  LedgerStartException(Reason reason, String sentence) {
    super(sentence);
    this.reason = reason;
  }

  LedgerStartException(Reason reason, String sentence, Throwable cause) {
    super(sentence, cause);
    this.reason = reason;
  }

  /** What is wrong. */
  public Reason reason() {
    return reason;
  }
}
