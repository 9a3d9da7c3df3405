package io.twinbus.ledger.cosmos;

import com.azure.core.credential.TokenCredential;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.LedgerStartException.Reason;
import io.twinbus.ledger.cosmos.identity.LedgerIdentity;
import io.twinbus.protocol.time.Clocks;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads what an account says about itself with one plain request, because the SDK knows it and does
 * not tell; and so meets a wrong address or key before the SDK does, which takes a minute over it.
 */
final class AccountReader {

  private static final Duration TO_CONNECT = Duration.ofSeconds(5);

  /** A process that has just started on a busy machine takes its time over the first answer. */
  private static final Duration TO_ANSWER = Duration.ofSeconds(15);

  private static final Duration TOKEN_TIMEOUT = Duration.ofSeconds(30);
  private static final String API_VERSION = "2020-07-15";
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
          .withZone(ZoneOffset.UTC);

  private final LedgerSettings settings;
  private final @Nullable TokenCredential credential;
  private final Clocks clocks;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(TO_CONNECT).build();
  private Optional<Duration> behind = Optional.empty();

  AccountReader(LedgerSettings settings, @Nullable TokenCredential credential, Clocks clocks) {
    this.settings = settings;
    this.credential = credential;
    this.clocks = clocks;
  }

  /**
   * @throws LedgerStartException when the account does not answer, or the credential is refused
   */
  AccountFacts read() {
    HttpResponse<String> response = send();
    behind = date(response).map(theirs -> Duration.between(clocks.now().wall(), theirs));
    if (response.statusCode() == 401 || response.statusCode() == 403) {
      throw new LedgerStartException(
          Reason.UNAUTHORIZED,
          credential == null
              ? "The ledger at %s refuses the key: check twinbus.ledger.key."
                  .formatted(settings.endpoint())
              : "The ledger at %s refuses this identity (HTTP %d): give it a Cosmos DB data role."
                  .formatted(settings.endpoint(), response.statusCode()));
    }
    if (response.statusCode() != 200) {
      throw notAnAccount("it answers HTTP " + response.statusCode(), null);
    }
    return parse(response.body());
  }

  /** How far this machine's clock was behind the account's at the last read; empty: not known. */
  Optional<Duration> clockBehind() {
    return behind;
  }

  private static Optional<Instant> date(HttpResponse<String> response) {
    try {
      return response
          .headers()
          .firstValue("date")
          .map(text -> DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private HttpResponse<String> send() {
    String date = date(clocks);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(settings.endpoint() + "/").resolve("/"))
            .timeout(TO_ANSWER)
            .version(HttpClient.Version.HTTP_1_1)
            .header("x-ms-date", date)
            .header("x-ms-version", API_VERSION)
            .header("authorization", authorization("get", "", "", date))
            .GET()
            .build();
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new LedgerStartException(
          Reason.UNREACHABLE,
          "The ledger at %s cannot be reached (%s): check twinbus.ledger.endpoint and the network."
              .formatted(settings.endpoint(), e.getClass().getSimpleName()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LedgerStartException(
          Reason.UNREACHABLE, "Opening the ledger was interrupted: start again.", e);
    }
  }

  /** The client, for further requests to the same account. */
  HttpClient client() {
    return client;
  }

  /** The present as requests carry it. */
  static String date(Clocks clocks) {
    return HTTP_DATE.format(clocks.now().wall()).toLowerCase(Locale.ROOT);
  }

  /** The value of the header that signs a request for {@code link}, which has {@code type}. */
  String authorization(String verb, String type, String link, String date) {
    String clear =
        credential == null
            ? "type=master&ver=1.0&sig="
                + MasterKey.signature(
                    settings, verb + "\n" + type + "\n" + link + "\n" + date + "\n\n")
            : "type=aad&ver=1.0&sig=" + token(credential);
    return URLEncoder.encode(clear, StandardCharsets.UTF_8);
  }

  private String token(TokenCredential identity) {
    try {
      return identity
          .getToken(LedgerIdentity.request(settings))
          .blockOptional(TOKEN_TIMEOUT)
          .orElseThrow()
          .getToken();
    } catch (RuntimeException e) {
      throw new LedgerStartException(
          Reason.UNAUTHORIZED,
          "No Entra ID identity was found for the ledger at %s: set twinbus.ledger.key, log in, or"
                  .formatted(settings.endpoint())
              + " give this machine a managed identity.",
          e);
    }
  }

  private AccountFacts parse(String body) {
    try {
      JsonNode account = new ObjectMapper().readTree(body);
      String consistency =
          account.path("userConsistencyPolicy").path("defaultConsistencyLevel").asText();
      if (consistency.isEmpty()) {
        throw notAnAccount("its answer names no consistency", null);
      }
      return new AccountFacts(
          account.path("id").asText(),
          consistency,
          account.path("enableMultipleWriteLocations").asBoolean(),
          names(account.path("writableLocations")),
          names(account.path("readableLocations")));
    } catch (IOException e) {
      throw notAnAccount("its answer is no JSON", e);
    }
  }

  private static List<String> names(JsonNode locations) {
    List<String> names = new ArrayList<>();
    for (JsonNode location : locations) {
      names.add(location.path("name").asText());
    }
    return names;
  }

  private LedgerStartException notAnAccount(String why, @Nullable Exception cause) {
    String sentence =
        "What answers at %s is no Cosmos DB account (%s): check twinbus.ledger.endpoint."
            .formatted(settings.endpoint(), why);
    return cause == null
        ? new LedgerStartException(Reason.UNREACHABLE, sentence)
        : new LedgerStartException(Reason.UNREACHABLE, sentence, cause);
  }
}
