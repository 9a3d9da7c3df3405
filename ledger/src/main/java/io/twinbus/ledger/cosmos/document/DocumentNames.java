package io.twinbus.ledger.cosmos.document;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.TextDigest;
import io.twinbus.protocol.SessionId;
import java.util.Base64;

/**
 * Where documents lie: partition key and id.
 *
 * <p>The partition key of a session's documents is the entity and a digest of the session's id: an
 * id may hold any character, and may be personal, while a key can never be rewritten. The documents
 * themselves say which entity and session they belong to.
 */
public final class DocumentNames {

  public static final String PARTITION = "pk";
  public static final String KIND = "kind";
  public static final String QUEUE = "queue";
  public static final String SESSION = "session";
  public static final String SESSION_KIND = "session";
  public static final String MESSAGE_KIND = "message";
  public static final String PROBE_KIND = "probe";
  public static final String SESSION_ID = "session";
  public static final String LEASES_PARTITION = "leases";
  public static final String VITALS_PARTITION = "vitals";
  public static final String PROBES_PARTITION = "probes";
  public static final String DIRECTIVE_PARTITION = "directive";
  public static final String DIRECTIVE_ID = "directive";

  /** How many gaps are reported; there only when there are any, so that the index is small. */
  public static final String GAPS = "gaps";

  /** How many cursors of explicit streams it has; there only when it has any. */
  public static final String EXPLICITS = "explicits";

  public static final String DEPLOYMENT_KIND = "deployment";
  public static final String DEPLOYMENT_PARTITION = "deployment";
  public static final String DEPLOYMENT_ID = "whose-ledger";
  public static final String GENERATION_ID = "generation";

  private static final String FORGOTTEN = "forgotten-";

  private DocumentNames() {}

  /** The partition of all documents of {@code session} in {@code queue}. */
  public static String partitionOf(EntityKey queue, SessionId session) {
    return queue.value() + ":" + digest(session.wire());
  }

  /**
   * What stands in place of the session's id in documents of a session that was forgotten: the
   * digest that is in their partition key, which cannot be rewritten.
   */
  public static String forgotten(SessionId session) {
    return FORGOTTEN + digest(session.wire());
  }

  private static String digest(String id) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(TextDigest.of(id));
  }
}
