package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultAction;
import io.twinbus.local.cosmos.http.Json;
import io.twinbus.local.cosmos.store.Item;
import io.twinbus.local.cosmos.store.ItemOutcome;
import io.twinbus.local.cosmos.store.ItemResult;

/** How the answer to a batch or a bulk request shows each of its operations. Thread-safe. */
final class BatchEntries {
  private static final int FAILED_DEPENDENCY = 424;

  private final RequestCharges charges;

  BatchEntries(RequestCharges charges) {
    this.charges = charges;
  }

  /** An operation that was tried. */
  ObjectNode of(CosmosOperation kind, ItemResult result, boolean withContent) {
    Item item = result.item();
    int bytes = item == null ? 0 : item.bytes();
    ObjectNode entry =
        entry(ItemStatus.of(result.outcome()), charges.item(kind, result.outcome(), bytes));
    int substatus = ItemStatus.substatus(result.outcome());
    if (substatus != 0) {
      entry.put("subStatusCode", substatus);
    }
    if (item != null) {
      entry.put("eTag", item.etag());
      boolean bodiless =
          result.outcome() == ItemOutcome.DELETED || result.outcome() == ItemOutcome.NOT_MODIFIED;
      if (withContent && !bodiless) {
        entry.set("resourceBody", item.document());
      }
    }
    return entry;
  }

  /** An operation that was not tried, or taken back, because another one failed. */
  static ObjectNode undone() {
    return entry(FAILED_DEPENDENCY, 0);
  }

  /** An operation that a fault has answered. */
  static ObjectNode struck(FaultAction.Answer answer, double charge) {
    ObjectNode entry = entry(answer.status(), charge).put("subStatusCode", answer.substatus());
    return answer.tellsToWait()
        ? entry.put("retryAfterMilliseconds", answer.retryAfterMillis())
        : entry;
  }

  /** An operation that the container's rate has refused. */
  static ObjectNode throttled(long waitMillis) {
    return entry(429, 0)
        .put("subStatusCode", RequestRates.BUDGET_SPENT)
        .put("retryAfterMilliseconds", waitMillis);
  }

  static int status(ObjectNode entry) {
    return entry.path("statusCode").intValue();
  }

  static double charge(ObjectNode entry) {
    return entry.path("requestCharge").doubleValue();
  }

  private static ObjectNode entry(int status, double charge) {
    return Json.object().put("statusCode", status).put("requestCharge", charge);
  }
}
