package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultInjector;
import io.twinbus.local.cosmos.faults.LedgerLie;
import io.twinbus.local.cosmos.http.Content;
import io.twinbus.local.cosmos.http.Json;
import io.twinbus.local.cosmos.http.Reply;
import io.twinbus.local.cosmos.http.Request;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an account that was told to break rules makes of requests and replies. Thread-safe; without
 * a {@link LedgerLie} it passes everything on.
 */
final class LyingDoor {
  private static final String PARTITION = "x-ms-documentdb-partitionkey";
  private static final String IF_MATCH = "if-match";
  private static final int MAX_REMEMBERED = 1_000;
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;

  private final FaultInjector faults;
  private final Map<String, Reply> shown = new Remembered<>();
  private final Map<String, String> partitions = new Remembered<>();
  private final Map<String, Instant> ends = new Remembered<>();
  private final InstantSource clock;

  LyingDoor(FaultInjector faults, InstantSource clock) {
    this.faults = faults;
    this.clock = clock;
  }

  /** What is done in place of the operation. */
  CosmosOperation taken(CosmosOperation operation) {
    boolean overwrites =
        operation == CosmosOperation.CREATE && faults.lies(LedgerLie.CREATES_OVERWRITE);
    return overwrites ? CosmosOperation.UPSERT : operation;
  }

  /** The request as the account takes it. */
  Request heard(Request request, CosmosOperation operation) {
    return switch (operation) {
      case CREATE, UPSERT -> remembered(withoutTtl(request));
      case REPLACE ->
          withoutTtl(
              faults.lies(LedgerLie.REPLACES_UNCONDITIONAL)
                  ? with(request, IF_MATCH, null)
                  : request);
      case READ -> mixed(request);
      default -> request;
    };
  }

  /** The reply as the account gives it, at a region that is written or not. */
  Reply said(Request request, CosmosOperation operation, boolean isWritten, Reply reply) {
    if (reply.status() != OK) {
      return reply;
    }
    if (operation == CosmosOperation.READ && !isWritten && faults.lies(LedgerLie.READS_STALE)) {
      synchronized (shown) {
        return shown.computeIfAbsent(place(request), first -> reply);
      }
    }
    if (operation == CosmosOperation.READ && hasExpired(request)) {
      return Reply.error(NOT_FOUND, "The item's time to live is over.");
    }
    boolean isCut = operation == CosmosOperation.QUERY && faults.lies(LedgerLie.QUERIES_CUT);
    return isCut ? cut(reply) : reply;
  }

  private Request withoutTtl(Request request) {
    boolean isQueried = faults.lies(LedgerLie.EXPIRED_QUERIED);
    if (!isQueried && !faults.lies(LedgerLie.TTL_IGNORED)) {
      return request;
    }
    ObjectNode document = Json.readObject(request.body());
    int ttl = document.path("ttl").asInt(0);
    document.remove("ttl");
    if (isQueried && ttl > 0) {
      synchronized (ends) {
        ends.put(item(request, document), clock.instant().plusSeconds(ttl));
      }
    }
    return new Request(request.verb(), request.path(), request.headers(), Json.content(document));
  }

  /** Where the written item is read: under its collection for a create, at its own path else. */
  private static String item(Request request, ObjectNode document) {
    String path = String.join("/", request.path());
    String id = document.path("id").asText();
    String whole = path.endsWith("/" + id) ? path : path + "/" + id;
    return whole + request.header(PARTITION);
  }

  private boolean hasExpired(Request request) {
    if (!faults.lies(LedgerLie.EXPIRED_QUERIED)) {
      return false;
    }
    synchronized (ends) {
      Instant end = ends.get(place(request));
      return end != null && !clock.instant().isBefore(end);
    }
  }

  private Request remembered(Request request) {
    String partition = request.header(PARTITION);
    if (partition != null && faults.lies(LedgerLie.PARTITIONS_MIXED)) {
      String id = Json.readObject(request.body()).path("id").asText();
      synchronized (partitions) {
        partitions.putIfAbsent(String.join("/", request.path()) + "/" + id, partition);
      }
    }
    return request;
  }

  private Request mixed(Request request) {
    if (!faults.lies(LedgerLie.PARTITIONS_MIXED)) {
      return request;
    }
    synchronized (partitions) {
      String first = partitions.get(String.join("/", request.path()));
      return first == null ? request : with(request, PARTITION, first);
    }
  }

  private static Reply cut(Reply reply) {
    if (Json.read(reply.body()) instanceof ObjectNode page
        && page.path("Documents") instanceof ArrayNode found
        && found.size() > 1) {
      found.remove(found.size() - 1);
      page.put("_count", found.size());
      return reply.replaced(reply.status(), page);
    }
    return reply;
  }

  private static String place(Request request) {
    return String.join("/", request.path()) + request.header(PARTITION);
  }

  private static Request with(Request request, String header, @Nullable String value) {
    Map<String, String> headers = new LinkedHashMap<>(request.headers());
    headers.remove(header);
    if (value != null) {
      headers.put(header, value);
    }
    Content body = request.body();
    return new Request(request.verb(), request.path(), headers, body);
  }

  /** The last thousand; the oldest is forgotten first. */
  private static final class Remembered<V> extends LinkedHashMap<String, V> {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
      return size() > MAX_REMEMBERED;
    }
  }
}
