package io.twinbus.ledger.cosmos.operation;

/**
 * The one place that says what HTTP status and substatus mean for an operation on a single
 * document.
 *
 * <p>A conflict is concluded from three answers only: 409 on create, 412 and a plain 404 on
 * replace. Every other failure may have been applied or may be applied yet (a broken connection, a
 * gateway that timed out), or says nothing about the document (a throttle, a missing container); it
 * is unknown, never a conflict.
 */
public final class StatusRules {

  private static final int WRITE_REGION_MOVED = 3;

  private StatusRules() {}

  /** What the answer to {@code verb} means; never null, whatever the numbers are. */
  public static StatusVerdict verdict(Verb verb, int status, int substatus) {
    if (status >= 200 && status < 300) {
      return StatusVerdict.DONE;
    }
    return switch (status) {
      case 404 -> notFound(verb, substatus);
      case 409 -> verb == Verb.CREATE ? StatusVerdict.CONFLICT : StatusVerdict.REFUSED;
      case 412 -> verb == Verb.REPLACE ? StatusVerdict.CONFLICT : StatusVerdict.REFUSED;
      case 403 -> substatus == WRITE_REGION_MOVED ? StatusVerdict.UNKNOWN : StatusVerdict.REFUSED;
      case 408, 410, 429, 449 -> StatusVerdict.UNKNOWN;
      default -> status >= 400 && status < 500 ? StatusVerdict.REFUSED : StatusVerdict.UNKNOWN;
    };
  }

  /**
   * Only a bare 404 is about the document: substatus 1003 says that the container is missing, 1002
   * that a replica lags behind the session token.
   */
  private static StatusVerdict notFound(Verb verb, int substatus) {
    if (substatus == 1003) {
      return StatusVerdict.REFUSED;
    }
    if (substatus != 0) {
      return StatusVerdict.UNKNOWN;
    }
    return switch (verb) {
      case READ -> StatusVerdict.ABSENT;
      case REPLACE -> StatusVerdict.CONFLICT;
      case CREATE, QUERY -> StatusVerdict.REFUSED;
    };
  }

  /** What the one who runs the ledger can do about a refusal. */
  public static String advice(int status, int substatus) {
    return switch (status) {
      case 400 -> "the ledger does not understand this build's request; report it with this line";
      case 401 -> "check twinbus.ledger.key, or give the identity a Cosmos DB data role";
      case 403 ->
          substatus == 1014
              ? "one session's partition is full; move its message records away"
              : "give the identity a Cosmos DB data role that may read, create and replace, and"
                  + " let the account's firewall pass";
      case 404 -> "the database or container is missing; create it, or name the right one";
      case 413 -> "the record has outgrown 2 MB; look at the session with 'twinbus sessions show'";
      default -> "look the status up in the Cosmos DB documentation";
    };
  }
}
