package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.faults.FaultAction;
import io.twinbus.local.cosmos.faults.FaultInjector;
import io.twinbus.local.cosmos.http.Reply;
import io.twinbus.local.cosmos.http.Request;
import io.twinbus.local.faults.FaultPoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A bulk request on its way: its operations, which of them a fault strikes, and how each ended.
 *
 * <p>A fault that answers takes its operation alone; one that drops or hangs takes the request, for
 * they share a socket. Used by one thread.
 */
final class BulkRun {
  private static final int SUCCESS = 200;
  private static final int SOME_FAILED = 207;
  private static final int FIRST_ERROR = 400;

  private final List<BulkOperation> operations;
  private final FaultInjector faults;
  private final Map<Integer, FaultAction.Answer> refused = new HashMap<>();
  private final List<ObjectNode> entries = new ArrayList<>();
  private boolean struckAfter;

  BulkRun(List<BulkOperation> operations, FaultInjector faults) {
    this.operations = operations;
    this.faults = faults;
  }

  /** The same operations, of which none is done yet; faults have refused the same ones. */
  BulkRun again() {
    BulkRun other = new BulkRun(operations, faults);
    other.refused.putAll(refused);
    return other;
  }

  /** Whether a request for a batch is one. */
  static boolean isAskedFor(Request request) {
    return "false".equalsIgnoreCase(request.header("x-ms-cosmos-batch-atomic"));
  }

  /** Lets faults strike before anything is done; what is answered takes the whole request. */
  Optional<FaultAction> strikeBefore() {
    for (int i = 0; i < operations.size(); i++) {
      Optional<FaultAction> action = strike(i, FaultPoint.BEFORE_COMMIT);
      if (action.isPresent() && action.get() instanceof FaultAction.Answer answer) {
        refused.put(i, answer);
      } else if (action.isPresent()) {
        return action;
      }
    }
    return Optional.empty();
  }

  /** Does the operations in their order, except those that a fault has refused. */
  Reply carryOut(boolean goesOn, Function<BulkOperation, ObjectNode> doing) {
    boolean failed = false;
    double charge = 0;
    for (int i = 0; i < operations.size(); i++) {
      ObjectNode entry = failed && !goesOn ? BatchEntries.undone() : entry(i, doing);
      failed |= hasFailed(entry);
      charge += BatchEntries.charge(entry);
      entries.add(entry);
    }
    return Reply.of(failed ? SOME_FAILED : SUCCESS, body()).charged(charge);
  }

  /** Each operation that came to be done, by its kind, with the status that it ended with. */
  List<Ended> ended(Reply reply) {
    List<Ended> ended = new ArrayList<>();
    for (int i = 0; i < operations.size(); i++) {
      if (!refused.containsKey(i)) {
        int status = entries.isEmpty() ? reply.status() : BatchEntries.status(entries.get(i));
        ended.add(new Ended(operations.get(i).kind(), status));
      }
    }
    return ended;
  }

  /** Lets faults strike what succeeded; what is answered takes the whole reply. */
  Optional<FaultAction> strikeAfter() {
    for (int i = 0; i < entries.size(); i++) {
      ObjectNode entry = entries.get(i);
      Optional<FaultAction> action =
          hasFailed(entry) ? Optional.empty() : strike(i, FaultPoint.AFTER_COMMIT);
      if (action.isPresent() && action.get() instanceof FaultAction.Answer answer) {
        struckAfter = true;
        entries.set(i, BatchEntries.struck(answer, BatchEntries.charge(entry)));
      } else if (action.isPresent()) {
        return action;
      }
    }
    return Optional.empty();
  }

  /** The reply as the strikes after the commit have left it. */
  Reply afterStrikes(Reply reply) {
    return struckAfter ? reply.replaced(SOME_FAILED, body()) : reply;
  }

  private ObjectNode entry(int i, Function<BulkOperation, ObjectNode> doing) {
    FaultAction.Answer answer = refused.get(i);
    return answer == null ? doing.apply(operations.get(i)) : BatchEntries.struck(answer, 0);
  }

  private Optional<FaultAction> strike(int i, FaultPoint point) {
    if (!faults.armed()) {
      return Optional.empty(); // what it names need not be read
    }
    BulkOperation operation = operations.get(i);
    return faults.strikeWithin(operation.kind(), operation.where(), point);
  }

  private ArrayNode body() {
    return JsonNodeFactory.instance.arrayNode().addAll(entries);
  }

  private static boolean hasFailed(ObjectNode entry) {
    return BatchEntries.status(entry) >= FIRST_ERROR;
  }
}
