package io.twinbus.local.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.network.Outage;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.config.EntityDescriptions;
import io.twinbus.local.servicebus.config.EntityJson;
import io.twinbus.local.servicebus.faults.Target;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client for the control endpoint of a local stack, also one in another process.
 *
 * <p>Every call returns when the effect is there, or throws {@link ControlException}. A call takes
 * 30 s at most, unless another bound is given; one that was not answered within it may have its
 * effect all the same. Thread-safe.
 */
public final class ControlClient {
  private static final Logger LOG = LoggerFactory.getLogger(ControlClient.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration SLOW = Duration.ofSeconds(2);

  private final HttpClient http;
  private final ObjectMapper json = new ObjectMapper();
  private final URI control;
  private final Duration timeout;

  /** A client for the endpoint at this URL, as {@code twinbus local --json} prints it. */
  public ControlClient(URI control) {
    this(control, TIMEOUT);
  }

  /** The same, with another bound for each call. */
  public ControlClient(URI control, Duration timeout) {
    this.control = control;
    this.timeout = timeout;
    this.http = HttpClient.newBuilder().connectTimeout(timeout).build();
  }

  /** Makes a region's Service Bus unreachable. */
  public void outage(String region, Outage mode) {
    call("POST", regionPath(region) + "/outage", outage(mode));
  }

  /** Ends a region's outage. */
  public void restore(String region) {
    call("DELETE", regionPath(region) + "/outage", Map.of());
  }

  /** Delays all that passes to and from a region by this much in each direction. */
  public void latency(String region, Duration eachWay) {
    call("PUT", regionPath(region) + "/latency", Map.of("millis", eachWay.toMillis()));
  }

  /** Delays all that passes to and from a region, each direction in its own way. */
  public void latency(String region, DelayMillis delay) {
    call("PUT", regionPath(region) + "/latency", delay);
  }

  /** Injects a fault of single operations in a region; answers its number there. */
  public int fault(String region, RegionFault fault) {
    return call("POST", regionPath(region) + "/faults", fault).path("id").asInt();
  }

  /** Ends one fault of a region; its counts stay. */
  public void endFault(String region, int id) {
    call("DELETE", regionPath(region) + "/faults/" + id, Map.of());
  }

  /** Ends all faults of single operations of a region. */
  public void endFaults(String region) {
    call("DELETE", regionPath(region) + "/faults", Map.of());
  }

  /** Detaches links of an entity, and of one session if it is given; answers how many. */
  public int detach(String region, @Nullable String entity, @Nullable String session) {
    return strike(region, "detach", new Target(entity, session));
  }

  /** Closes all connections of a region; answers how many. */
  public int closeConnections(String region) {
    return strike(region, "close", Target.ANYTHING);
  }

  /** Ends the locks of an entity, or of one of its sessions; answers how many. */
  public int loseLocks(String region, @Nullable String entity, @Nullable String session) {
    return strike(region, "lose-locks", new Target(entity, session));
  }

  /** Removes all messages of an entity, or of the region if it is null; answers how many. */
  public int empty(String region, @Nullable String entity) {
    return strike(region, "empty", new Target(entity, null));
  }

  /** Puts settled messages back that a fault with the action {@code keep} has kept. */
  public int bringBackSettled(String region) {
    return strike(region, "bring-back", Target.ANYTHING);
  }

  /** The queues and topics of a region with their settings as they stand. */
  public NamespaceSettings entities(String region) {
    return EntityDescriptions.namespace(call("GET", regionPath(region) + "/entities", Map.of()));
  }

  /** Creates a queue in a region, or makes the one of its name what is described. */
  public void put(String region, QueueSettings queue) {
    call("PUT", regionPath(region) + "/queues/" + segment(queue.name()), EntityJson.of(queue));
  }

  /**
   * Creates a topic in a region, or makes the one of its name what is described, subscriptions and
   * rules included.
   */
  public void put(String region, TopicSettings topic) {
    call("PUT", regionPath(region) + "/topics/" + segment(topic.name()), EntityJson.of(topic));
  }

  /** Deletes a queue with its messages. */
  public void deleteQueue(String region, String queue) {
    call("DELETE", regionPath(region) + "/queues/" + segment(queue), Map.of());
  }

  /** Deletes a topic with its subscriptions. */
  public void deleteTopic(String region, String topic) {
    call("DELETE", regionPath(region) + "/topics/" + segment(topic), Map.of());
  }

  /** What is broken now, and what each fault did. */
  public StackFaults faults() {
    return read(call("GET", "/faults", Map.of()), StackFaults.class);
  }

  /** Makes the ledger unreachable. */
  public void ledgerOutage(Outage mode) {
    call("POST", "/ledger/outage", outage(mode));
  }

  /** Ends the ledger's outage. */
  public void restoreLedger() {
    call("DELETE", "/ledger/outage", Map.of());
  }

  /** Takes one region of the ledger's account away. */
  public void ledgerOutage(String region, Outage mode) {
    call("POST", "/ledger/outage", Map.of("mode", Words.of(mode), "region", region));
  }

  /** Ends the outage of one region of the ledger's account. */
  public void restoreLedger(String region) {
    call("DELETE", "/ledger/outage", Map.of("region", region));
  }

  /** Makes a region of the ledger's account the one that is written, without loss. */
  public void ledgerFailOver(String region) {
    call("POST", "/ledger/fail-over", Map.of("region", region));
  }

  /**
   * Makes a region of the ledger's account the one that is written, as it is; answers how many
   * writes are lost, none on a strongly consistent account.
   */
  public int forceLedgerFailOver(String region) {
    return call("POST", "/ledger/fail-over", Map.of("region", region, "forced", true))
        .path("lost")
        .asInt();
  }

  /** A region of the ledger's account loses the partition of a container; others stay. */
  public void loseLedgerPartition(String container, String region) {
    call("POST", "/ledger/partition-outage", Map.of("container", container, "region", region));
  }

  /** A region of the ledger's account has the partition of a container again. */
  public void restoreLedgerPartition(String container, String region) {
    call("DELETE", "/ledger/partition-outage", Map.of("container", container, "region", region));
  }

  /** Has a container of the ledger be written in another region; the account stays. */
  public void failOverLedgerPartition(String container, String region) {
    call("POST", "/ledger/fail-over", Map.of("container", container, "region", region));
  }

  /** Delays all that passes to and from the ledger by this much in each direction. */
  public void ledgerLatency(Duration eachWay) {
    call("PUT", "/ledger/latency", Map.of("millis", eachWay.toMillis()));
  }

  /** Delays all that passes to and from the ledger, each direction in its own way. */
  public void ledgerLatency(DelayMillis delay) {
    call("PUT", "/ledger/latency", delay);
  }

  /**
   * Gives one container of the ledger so many request units a second; what is asked for beyond them
   * is answered with 429.
   */
  public void ledgerRequestUnits(String container, int perSecond) {
    call("PUT", "/ledger/request-units", new RequestUnitsRate(perSecond, container));
  }

  /** Gives each container of the ledger that has no rate of its own so many request units. */
  public void ledgerRequestUnits(int perSecond) {
    call("PUT", "/ledger/request-units", new RequestUnitsRate(perSecond, null));
  }

  /** Ends the rates of request units; those of the stack's options hold again. */
  public void endLedgerRequestUnits() {
    call("DELETE", "/ledger/request-units", Map.of());
  }

  /**
   * Has writes that the ledger refuses for want of a quorum land later, with this chance; 0 ends
   * it.
   */
  public void landLedgerWritesLate(double probability) {
    call("PUT", "/ledger/late-writes", new LateWritesChance(probability, null));
  }

  /** Injects a fault of single ledger requests; the number identifies it in {@link #stats()}. */
  public int ledgerFault(LedgerFault fault) {
    ObjectNode body = json.valueToTree(fault);
    return call("POST", "/ledger/faults", body).path("id").asInt();
  }

  /** Ends one fault of the ledger; its counts stay. */
  public void endLedgerFault(int id) {
    call("DELETE", "/ledger/faults/" + id, Map.of());
  }

  /** Ends faults of single ledger requests. */
  public void endLedgerFaults() {
    call("DELETE", "/ledger/faults", Map.of());
  }

  /** Ends every fault of every endpoint. */
  public void heal() {
    call("POST", "/heal", Map.of());
  }

  /**
   * Makes the stack as new for the next test: every fault ends, all entities and containers are
   * empty; they stay themselves, and so do clients.
   */
  public void reset() {
    call("POST", "/reset", Map.of());
  }

  /** What the stack holds and did. */
  public StackStats stats() {
    return read(call("GET", "/stats", Map.of()), StackStats.class);
  }

  private int strike(String region, String how, Target target) {
    return call("POST", regionPath(region) + "/" + how, target).path("struck").asInt();
  }

  private <T> T read(JsonNode answer, Class<T> type) {
    try {
      return json.treeToValue(answer, type);
    } catch (JsonProcessingException e) {
      throw new ControlException(
          "The control endpoint at " + control + " speaks another version.", e);
    }
  }

  private JsonNode call(String verb, String path, Object body) {
    try {
      HttpRequest.BodyPublisher publisher =
          verb.equals("GET")
              ? HttpRequest.BodyPublishers.noBody()
              : HttpRequest.BodyPublishers.ofByteArray(json.writeValueAsBytes(body));
      HttpRequest request =
          HttpRequest.newBuilder(control.resolve(path))
              .method(verb, publisher)
              .timeout(timeout)
              .build();
      long asked = System.nanoTime();
      HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
      remarkOn(Duration.ofNanos(System.nanoTime() - asked), verb, path);
      JsonNode answer = json.readTree(response.body());
      if (response.statusCode() != 200) {
        throw new ControlException(
            response.statusCode(), answer.path("error").asText("The request was refused."));
      }
      return answer;
    } catch (IOException e) {
      throw new ControlException("The control endpoint at " + control + " does not answer.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ControlException(
          "Waiting for the control endpoint at " + control + " was interrupted.", e);
    }
  }

  private static void remarkOn(Duration took, String verb, String path) {
    if (took.compareTo(SLOW) > 0) {
      LOG.warn(
          "The control endpoint took {} ms for {} {}: the stack, or the machine, is overloaded.",
          took.toMillis(),
          verb,
          path);
    }
  }

  private static Map<String, String> outage(Outage mode) {
    return Map.of("mode", Words.of(mode));
  }

  private static String regionPath(String region) {
    return "/regions/" + segment(region);
  }

  private static String segment(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
