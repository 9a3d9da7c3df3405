package io.twinbus.ledger.cosmos.document;

import io.twinbus.ledger.InstanceId;
import io.twinbus.protocol.SessionId;

/**
 * Where documents lie: partition key and id.
 *
 * <p>A session id may hold any character and so is only ever a partition key; a document id may not
 * hold {@code / \ ? #}. Leases share their partition with a session that happens to be called like
 * it, which the kind of each document keeps apart.
 */
public final class DocumentNames {

  public static final String PARTITION = "pk";
  public static final String KIND = "kind";
  public static final String SESSION_KIND = "session";
  public static final String MESSAGE_KIND = "message";
  public static final String LEASE_KIND = "lease";
  public static final String PROBE_KIND = "probe";
  public static final String SESSION_ID = "session";
  public static final String LEASES_PARTITION = "instances";
  public static final String PROBES_PARTITION = "probes";
  public static final String DIRECTIVE_KIND = "directive";
  public static final String DIRECTIVE_ID = "directive";

  /** How many gaps are reported; there only when there are any, so that the index is small. */
  public static final String GAPS = "gaps";

  public static final String DEPLOYMENT_KIND = "deployment";
  public static final String DEPLOYMENT_PARTITION = "deployment";
  public static final String DEPLOYMENT_ID = "whose-ledger";
  public static final String GENERATION_ID = "generation";

  private DocumentNames() {}

  public static String partitionOf(SessionId session) {
    return session.wire();
  }

  public static String idOf(InstanceId instance) {
    return "lease-" + instance.value();
  }
}
