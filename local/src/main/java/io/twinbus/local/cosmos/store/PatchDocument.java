package io.twinbus.local.cosmos.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.sql.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A list of changes to one item, with the condition under which they apply. Immutable and
 * thread-safe.
 */
public record PatchDocument(List<PatchStep> steps, Optional<Condition> condition) {
  private static final int MAX_STEPS = 10;

  /**
   * Reads a client's patch: <code>{"operations":[…],"condition":"from c where …"}</code>, or the
   * bare list.
   *
   * @throws PatchException if it is none, or has more than 10 steps
   * @throws io.twinbus.local.cosmos.sql.SqlException if the condition cannot be read
   */
  public static PatchDocument parse(JsonNode source) {
    JsonNode operations = source.isArray() ? source : source.path("operations");
    if (!operations.isArray() || operations.isEmpty() || operations.size() > MAX_STEPS) {
      throw new PatchException("A patch has 1 to " + MAX_STEPS + " operations.");
    }
    List<PatchStep> steps = new ArrayList<>();
    operations.forEach(operation -> steps.add(PatchStep.parse(operation)));
    JsonNode condition = source.path("condition");
    return new PatchDocument(
        List.copyOf(steps),
        condition.isTextual()
            ? Optional.of(Condition.parse(condition.asText()))
            : Optional.empty());
  }

  /** A changed copy of the document. */
  ObjectNode applied(ObjectNode document) {
    ObjectNode copy = document.deepCopy();
    steps.forEach(step -> step.apply(copy));
    return copy;
  }
}
