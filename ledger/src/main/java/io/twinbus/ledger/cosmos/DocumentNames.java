package io.twinbus.ledger.cosmos;

import io.twinbus.ledger.InstanceId;
import io.twinbus.protocol.SessionId;

/**
 * Where documents lie: partition key and id.
 *
 * <p>A session id may hold any character and so is only ever a partition key; a document id may not
 * hold {@code / \ ? #}. Leases share their partition with a session that happens to be called like
 * it, which the kind of each document keeps apart.
 */
final class DocumentNames {

  static final String PARTITION = "pk";
  static final String KIND = "kind";
  static final String SESSION_KIND = "session";
  static final String MESSAGE_KIND = "message";
  static final String LEASE_KIND = "lease";
  static final String PROBE_KIND = "probe";
  static final String SESSION_ID = "session";
  static final String LEASES_PARTITION = "instances";
  static final String PROBES_PARTITION = "probes";
  static final String DIRECTIVE_KIND = "directive";
  static final String DIRECTIVE_ID = "directive";

  /** How many gaps are reported; there only when there are any, so that the index is small. */
  static final String GAPS = "gaps";

  static final String DEPLOYMENT_KIND = "deployment";
  static final String DEPLOYMENT_PARTITION = "deployment";
  static final String DEPLOYMENT_ID = "whose-ledger";
  static final String GENERATION_ID = "generation";

  private DocumentNames() {}

  static String partitionOf(SessionId session) {
    return session.wire();
  }

  static String idOf(InstanceId instance) {
    return "lease-" + instance.value();
  }
}
