package io.twinbus.ledger.cosmos.document;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.FailureCounts;

/**
 * The failures of one message as the fields {@code failures}, {@code unproven}, {@code tries},
 * {@code lostLinks} and {@code firstFailureAt}. Of those that are not 0 or none only {@code
 * failures} is always written.
 */
final class FailureCodec {

  private static final String UNPROVEN = "unproven";
  private static final String TRIES = "tries";
  private static final String LOST_LINKS = "lostLinks";
  private static final String FIRST = "firstFailureAt";

  private FailureCodec() {}

  static void encode(ObjectNode target, FailureCounts failed) {
    target.put("failures", failed.proven());
    if (failed.unproven() > 0) {
      target.put(UNPROVEN, failed.unproven());
    }
    if (failed.tries() > 0) {
      target.put(TRIES, failed.tries());
    }
    if (failed.lostLinks() > 0) {
      target.put(LOST_LINKS, failed.lostLinks());
    }
    if (failed.firstAt() != null) {
      target.put(FIRST, Fields.write(failed.firstAt()));
    }
  }

  static FailureCounts decode(Fields item) {
    return new FailureCounts(
        item.small("failures"),
        item.has(UNPROVEN) ? item.small(UNPROVEN) : 0,
        item.has(TRIES) ? item.small(TRIES) : 0,
        item.has(LOST_LINKS) ? item.small(LOST_LINKS) : 0,
        item.has(FIRST) ? item.instant(FIRST) : null);
  }
}
