package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.http.BadRequestException;
import io.twinbus.local.cosmos.http.Content;
import io.twinbus.local.cosmos.http.Json;
import io.twinbus.local.cosmos.store.Operation;
import io.twinbus.local.cosmos.store.PatchDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One operation of a batch or of a bulk request. Immutable. */
record BatchStep(CosmosOperation kind, Operation operation) {
  private static final int MAX_STEPS = 100;
  private static final int MAX_BYTES = 2 * 1_024 * 1_024;

  /** The operations of a body as they are written there. */
  static List<JsonNode> sources(Content body) {
    if (body.length() > MAX_BYTES) {
      throw new BadRequestException(413, "A batch is at most " + MAX_BYTES + " bytes.");
    }
    if (!(Json.read(body) instanceof ArrayNode array)) {
      throw new BadRequestException("A batch is a JSON array of operations.");
    }
    if (array.isEmpty() || array.size() > MAX_STEPS) {
      throw new BadRequestException(
          "A batch has 1 to " + MAX_STEPS + " operations, not " + array.size() + ".");
    }
    List<JsonNode> sources = new ArrayList<>();
    array.forEach(sources::add);
    return sources;
  }

  static BatchStep read(JsonNode source) {
    CosmosOperation kind = kind(source);
    String id = source.path("id").asText("");
    String ifMatch = text(source.path("ifMatch"));
    Operation operation =
        switch (kind) {
          case CREATE -> new Operation.Create(content(source));
          case UPSERT -> new Operation.Upsert(content(source), ifMatch);
          case REPLACE -> new Operation.Replace(id, content(source), ifMatch);
          case DELETE -> new Operation.Delete(id, ifMatch);
          case READ -> new Operation.Read(id, text(source.path("ifNoneMatch")));
          case PATCH ->
              new Operation.Patch(id, PatchDocument.parse(source.path("resourceBody")), ifMatch);
          default -> throw new IllegalStateException(kind + " is no operation of a batch");
        };
    return new BatchStep(kind, operation);
  }

  static CosmosOperation kind(JsonNode source) {
    String type = source.path("operationType").asText("").toUpperCase(Locale.ROOT);
    return switch (type) {
      case "CREATE" -> CosmosOperation.CREATE;
      case "UPSERT" -> CosmosOperation.UPSERT;
      case "REPLACE" -> CosmosOperation.REPLACE;
      case "DELETE" -> CosmosOperation.DELETE;
      case "READ" -> CosmosOperation.READ;
      case "PATCH" -> CosmosOperation.PATCH;
      default -> throw new BadRequestException("'" + type + "' is no operation of a batch.");
    };
  }

  private static @Nullable String text(JsonNode node) {
    return node.isTextual() ? node.asText() : null;
  }

  private static ObjectNode content(JsonNode source) {
    if (source.path("resourceBody") instanceof ObjectNode content) {
      return content;
    }
    throw new BadRequestException("An operation of the batch has no resourceBody.");
  }
}
