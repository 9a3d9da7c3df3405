package io.twinbus.ledger.cosmos;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.Deployment;
import io.twinbus.ledger.Directive;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.cosmos.document.DeploymentCodec;
import io.twinbus.ledger.cosmos.document.DirectiveCodec;
import io.twinbus.ledger.cosmos.document.DocumentNames;
import io.twinbus.ledger.cosmos.document.Fields;
import io.twinbus.ledger.cosmos.document.SessionCodec;
import io.twinbus.ledger.cosmos.document.UnreadableDocumentException;
import io.twinbus.ledger.cosmos.identity.LedgerIdentity;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.VitalsOutcome;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.Clocks;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads single documents by plain requests, for tools that start, read once and end: the SDK takes
 * a second of processor time to start.
 *
 * <p>It knows the account's global endpoint only, no other region and no retry: where it has no
 * answer, the caller asks through {@link CosmosLedger}. The account's own consistency holds.
 * Blocks; not thread-safe.
 */
public final class PlainReads {

  private static final Duration TIMEOUT = Duration.ofSeconds(3);
  private static final String API_VERSION = "2018-12-31";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ObjectWriter HEADER = JSON.writer().with(JsonWriteFeature.ESCAPE_NON_ASCII);

  private final LedgerSettings settings;
  private final AccountReader account;
  private final Clocks clocks;
  private final SessionCodec codec;
  private double requestUnits;

  private PlainReads(
      LedgerSettings settings, CosmosOptions options, Clocks clocks, LedgerIdentity identity) {
    SdkProperties.prepare(settings);
    this.settings = settings;
    this.account = new AccountReader(settings, identity.credential(settings), clocks);
    this.clocks = clocks;
    this.codec = new SessionCodec(settings.queue(), options.retention());
  }

  /**
   * Checks the account as {@link CosmosLedger#open} does; the container is not looked at.
   *
   * @throws LedgerStartException with one sentence when it cannot be used
   */
  public static PlainReads open(
      LedgerSettings settings, CosmosOptions options, Clocks clocks, LedgerIdentity identity) {
    PlainReads reads = new PlainReads(settings, options, clocks, identity);
    new AccountCheck(settings).check(reads.account.read());
    return reads;
  }

  /**
   * The record of {@code session}; empty when it was not answered with one, for whatever reason.
   */
  public Optional<ReadOutcome.Found<SessionRecord>> read(SessionId session) {
    LedgerSettings.Place place = settings.place();
    String partition = DocumentNames.partitionOf(settings.queue(), session);
    return document(place.sessions(), DocumentNames.SESSION_ID, partition)
        .flatMap(document -> found(document, session));
  }

  /** All beats; empty when they were not answered whole, for whatever reason. */
  public Optional<BeatsOutcome.Found> readBeats() {
    return query(CosmosLeaseStore.ALL_BEATS, DocumentNames.LEASES_PARTITION)
        .flatMap(PlainReads::beats);
  }

  /** All vitals; empty when they were not answered whole, for whatever reason. */
  public Optional<VitalsOutcome> readVitals() {
    return query(CosmosVitalsStore.ALL_VITALS, DocumentNames.VITALS_PARTITION)
        .map(CosmosVitalsStore::found);
  }

  /**
   * What operators want of the regions; empty when it was not answered with a directive, for
   * whatever reason.
   */
  public Optional<ReadOutcome<Directive>> readDirective() {
    return document(
            settings.place().leases(),
            DocumentNames.DIRECTIVE_ID,
            DocumentNames.DIRECTIVE_PARTITION)
        .flatMap(PlainReads::directive);
  }

  /** Whose ledger it is; empty when it was not answered, for whatever reason. */
  public Optional<Deployment> readDeployment() {
    return deploymentDocument().flatMap(PlainReads::deployment);
  }

  private Optional<ObjectNode> deploymentDocument() {
    return document(
        settings.place().sessions(),
        DocumentNames.DEPLOYMENT_ID,
        DocumentNames.DEPLOYMENT_PARTITION);
  }

  /**
   * Whether the deployment's document was read, is of this build's schema, and has ids in the
   * configured form.
   *
   * @throws LedgerStartException when it is of another schema, or ids are in another form
   */
  public boolean compareForm() {
    Optional<ObjectNode> document = deploymentDocument();
    document.ifPresent(found -> DeploymentCheck.requireForm(found, settings));
    return document.isPresent();
  }

  private static Optional<Deployment> deployment(ObjectNode document) {
    try {
      return Optional.of(DeploymentCodec.decode(document));
    } catch (UnreadableDocumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<ReadOutcome<Directive>> directive(ObjectNode document) {
    try {
      String etag = new Fields("The directive", document).text("_etag");
      return Optional.of(
          new ReadOutcome.Found<>(DirectiveCodec.decode(document), new Version(etag)));
    } catch (UnreadableDocumentException e) {
      return Optional.empty();
    }
  }

  private Optional<ObjectNode> document(String container, String id, String partition) {
    String link = container(container) + "/docs/" + id;
    return answer(request("get", link, link, partition).GET());
  }

  private Optional<List<ObjectNode>> query(String query, String partition) {
    String collection = container(settings.place().leases());
    HttpRequest.Builder request =
        request("post", collection + "/docs", collection, partition)
            .header("x-ms-documentdb-isquery", "True")
            .header("x-ms-max-item-count", "1000")
            .header("Content-Type", "application/query+json")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"query\":\"%s\",\"parameters\":[]}".formatted(query)));
    return answer(request).flatMap(PlainReads::rows);
  }

  private static Optional<List<ObjectNode>> rows(ObjectNode answer) {
    if (!answer.path("Documents").isArray()) {
      return Optional.empty();
    }
    List<ObjectNode> rows = new ArrayList<>();
    answer.path("Documents").forEach(each -> rows.add((ObjectNode) each));
    return Optional.of(rows);
  }

  /** What the answers so far cost. */
  public double requestUnits() {
    return requestUnits;
  }

  /** What this build cannot read, the caller hears from the other way, in words. */
  private Optional<ReadOutcome.Found<SessionRecord>> found(ObjectNode document, SessionId session) {
    try {
      String etag = new Fields("A record", document).text("_etag");
      return Optional.of(
          new ReadOutcome.Found<>(codec.decode(document, session), new Version(etag)));
    } catch (UnreadableDocumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<BeatsOutcome.Found> beats(List<ObjectNode> rows) {
    try {
      return Optional.of(CosmosLeaseStore.found(rows));
    } catch (UnreadableDocumentException e) {
      return Optional.empty();
    }
  }

  private String container(String name) {
    return "dbs/%s/colls/%s".formatted(settings.place().database(), name);
  }

  private HttpRequest.Builder request(String verb, String path, String link, String partition) {
    String date = AccountReader.date(clocks);
    return HttpRequest.newBuilder(URI.create(settings.endpoint() + "/").resolve("/" + path))
        .timeout(TIMEOUT)
        .version(HttpClient.Version.HTTP_1_1)
        .header("x-ms-date", date)
        .header("x-ms-version", API_VERSION)
        .header("x-ms-documentdb-partitionkey", key(partition))
        .header("authorization", account.authorization(verb, "docs", link, date));
  }

  /** A header carries ASCII only, and an id may be of any characters. */
  private static String key(String partition) {
    try {
      return HEADER.writeValueAsString(List.of(partition));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A list of texts can be written as JSON.", e);
    }
  }

  private Optional<ObjectNode> answer(HttpRequest.Builder request) {
    try {
      HttpResponse<byte[]> response =
          account.client().send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      if (response.statusCode() != 200
          || response.headers().firstValue("x-ms-continuation").isPresent()) {
        return Optional.empty();
      }
      requestUnits +=
          response.headers().firstValue("x-ms-request-charge").map(Double::parseDouble).orElse(0.0);
      JsonNode body = JSON.readTree(response.body());
      return body instanceof ObjectNode document ? Optional.of(document) : Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
