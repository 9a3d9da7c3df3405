package io.twinbus.receiver.handler;

import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.SessionHandler;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A handler in any language, behind one URL: a POST a message, in the order of its session.
 *
 * <p>Connections are kept alive; there are never more calls at a time than sessions in work. A call
 * that is cancelled has its connection closed. Thread-safe.
 */
public final class HttpHandler implements SessionHandler {

  private final HttpClient client;
  private final Endpoint endpoint;
  private final InstantSource clock;

  /**
   * Where calls go.
   *
   * @param url the endpoint
   * @param timeout how long a call may take, if that is less than the handler timeout
   * @param source what {@code ce-source} says: the deployment and its entity
   */
  public record Endpoint(URI url, Duration timeout, String source) {}

  /**
   * A handler that calls {@code endpoint}; {@code client} should speak HTTP/1.1 and must not follow
   * redirects.
   */
  public HttpHandler(HttpClient client, Endpoint endpoint, InstantSource clock) {
    this.client = client;
    this.endpoint = endpoint;
    this.clock = clock;
  }

  @Override
  public CompletionStage<HandlerOutcome> handle(Message message, Invocation invocation) {
    Duration bound =
        endpoint.timeout().compareTo(invocation.timeout()) < 0
            ? endpoint.timeout()
            : invocation.timeout();
    CompletableFuture<HttpResponse<String>> exchange =
        client.sendAsync(request(message, invocation, bound), answer -> new BoundedText());
    CompletableFuture<HandlerOutcome> outcome = new CompletableFuture<>();
    var unused =
        exchange
            .handle(this::outcome)
            .orTimeout(bound.toMillis(), TimeUnit.MILLISECONDS)
            .whenComplete(
                (answer, error) ->
                    outcome.complete(answer != null ? answer : failure(error, endpoint)));
    // The first to end decides; whichever it is, no exchange outlives its outcome.
    return whenEnded(outcome, () -> exchange.cancel(true));
  }

  private static <T> CompletionStage<T> whenEnded(CompletableFuture<T> stage, Runnable then) {
    var unused = stage.whenComplete((answer, error) -> then.run());
    return stage;
  }

  private HttpRequest request(Message message, Invocation invocation, Duration bound) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(endpoint.url())
            .version(HttpClient.Version.HTTP_1_1)
            .timeout(bound)
            .POST(HttpRequest.BodyPublishers.ofByteArray(message.body().toBytes()));
    HttpHeaders.of(endpoint.source(), message, invocation).forEach(request::header);
    return request.build();
  }

  private HandlerOutcome outcome(
      @Nullable HttpResponse<String> response, @Nullable Throwable error) {
    if (response == null) {
      return failure(error, endpoint);
    }
    return new HttpAnswer(
            response.statusCode(), response.headers().firstValue("Retry-After"), response.body())
        .outcome(clock.instant());
  }

  private static HandlerOutcome failure(@Nullable Throwable error, Endpoint endpoint) {
    Throwable cause =
        error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    boolean late = cause instanceof HttpTimeoutException || cause instanceof TimeoutException;
    String reason =
        late
            ? "The endpoint did not answer in time."
            : "The endpoint at "
                + endpoint.url().getAuthority()
                + " could not be called ("
                + cause
                + ").";
    return new HandlerOutcome.Retry(reason, Optional.empty());
  }
}
