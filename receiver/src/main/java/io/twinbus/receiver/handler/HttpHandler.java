package io.twinbus.receiver.handler;

import io.twinbus.receiver.FailureKind;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.SessionHandler;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * A handler in any language, behind one URL: one POST a message, in the order of its session.
 *
 * <p>Connections are kept alive. There are never more calls at a time than sessions in work. The
 * worker cancels a call at its deadline. An answer within the grace after that still counts,
 * because the effect has happened. After the grace the handler closes the connection. Closing it
 * does not stop the endpoint, which may work on and take effect late: so the call ends, as unknown,
 * only after twice the grace, when the worker has renewed its claim under a higher token. A
 * connection that breaks in mid-call says as little: the end of such a call is unknown, too.
 *
 * <p>Thread-safe.
 */
public final class HttpHandler implements SessionHandler {

  private static final Duration TO_REACH = Duration.ofSeconds(5);

  private final HttpClient client;
  private final Endpoint endpoint;
  private final InstantSource clock;
  private final ScheduledExecutorService timer;

  /**
   * Where calls go.
   *
   * @param url the endpoint
   * @param grace how long a cancelled call may still answer; as long as the worker waits for it
   * @param source what {@code ce-source} says: the deployment and its entity
   * @param secret what calls are signed with; empty: they are not
   * @param failures what its statuses say
   * @param health what is asked whether it is there; empty: a connection says so
   */
  public record Endpoint(
      URI url,
      Duration grace,
      String source,
      Optional<WebhookSecret> secret,
      HttpFailures failures,
      Optional<URI> health) {

    /** An endpoint without a health address, whose statuses say what they commonly do. */
    public Endpoint(URI url, Duration grace, String source, Optional<WebhookSecret> secret) {
      this(url, grace, source, secret, HttpFailures.DEFAULT, Optional.empty());
    }
  }

  /**
   * A handler that calls {@code endpoint}.
   *
   * @param client should speak HTTP/1.1, and must not follow redirects
   * @param clock the time that calls are signed with, and that answers are judged by
   * @param timer ends cancelled calls after the grace
   */
  public HttpHandler(
      HttpClient client, Endpoint endpoint, InstantSource clock, ScheduledExecutorService timer) {
    this.client = client;
    this.endpoint = endpoint;
    this.clock = clock;
    this.timer = timer;
  }

  @Override
  public CompletionStage<HandlerOutcome> handle(Message message, Invocation invocation) {
    if (!HttpState.fits(invocation.state())) {
      return CompletableFuture.completedFuture(
          new HandlerOutcome.Retry(
              "The session's state does not fit into a header: over HTTP it has at most %d bytes."
                  .formatted(HttpState.MOST_BYTES),
              Optional.empty()));
    }
    Call call =
        new Call(
            client.sendAsync(request(message, invocation), answer -> new BoundedText()),
            endpoint.grace(),
            timer);
    var unused = call.exchange.whenComplete((response, error) -> ended(call, response, error));
    return call;
  }

  private HttpRequest request(Message message, Invocation invocation) {
    byte[] body = message.body().toBytes();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(endpoint.url())
            .version(HttpClient.Version.HTTP_1_1)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    Map<String, String> headers = HttpHeaders.of(endpoint.source(), message, invocation);
    headers.forEach(request::header);
    endpoint
        .secret()
        .map(
            secret ->
                secret.headers(invocation.idempotencyKey(message), headers, clock.instant(), body))
        .ifPresent(signed -> signed.forEach(request::header));
    return request.build();
  }

  private void ended(
      Call call, @Nullable HttpResponse<String> response, @Nullable Throwable error) {
    if (response != null) {
      call.complete(
          new HttpAnswer(
                  response.statusCode(),
                  response.headers().firstValue("Retry-After"),
                  response.headers().firstValue(HttpState.HEADER),
                  response.body())
              .outcome(endpoint.failures(), clock.instant()));
    } else if (!call.cancelled.get()) {
      call.complete(withoutAnswer(error));
    }
  }

  /** An endpoint that was never reached did nothing; any other may still be at work. */
  private HandlerOutcome withoutAnswer(@Nullable Throwable error) {
    Throwable cause =
        error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    String endpointName = "The endpoint at " + endpoint.url().getAuthority();
    return isUnreached(cause)
        ? new HandlerOutcome.Retry(
            FailureKind.UNREACHED,
            endpointName + " cannot be reached",
            Optional.of(String.valueOf(cause)),
            Optional.empty())
        : new HandlerOutcome.EndUnknown(
            endpointName + " broke the connection off before it answered",
            Optional.ofNullable(cause).map(Throwable::toString));
  }

  private static boolean isUnreached(@Nullable Throwable cause) {
    return cause instanceof ConnectException
        || cause instanceof HttpConnectTimeoutException
        || cause instanceof SSLHandshakeException;
  }

  /**
   * Asks the health address, if there is one, or calls with OPTIONS: any answer is a connection.
   */
  @Override
  public CompletionStage<Boolean> isReachable() {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(endpoint.health().orElse(endpoint.url()))
            .version(HttpClient.Version.HTTP_1_1)
            .timeout(TO_REACH);
    boolean hasHealth = endpoint.health().isPresent();
    HttpRequest asked =
        hasHealth
            ? request.GET().build()
            : request.method("OPTIONS", HttpRequest.BodyPublishers.noBody()).build();
    return client
        .sendAsync(asked, answer -> new BoundedText())
        .handle(
            (answer, error) ->
                answer != null
                    && (!hasHealth || (answer.statusCode() >= 200 && answer.statusCode() < 300)));
  }

  /** One call; cancelling it does not complete it. */
  private static final class Call extends CompletableFuture<HandlerOutcome> {

    private final CompletableFuture<HttpResponse<String>> exchange;
    private final Duration grace;
    private final ScheduledExecutorService timer;
    private final AtomicBoolean cancelled = new AtomicBoolean();

    Call(
        CompletableFuture<HttpResponse<String>> exchange,
        Duration grace,
        ScheduledExecutorService timer) {
      this.exchange = exchange;
      this.grace = grace;
      this.timer = timer;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      if (cancelled.compareAndSet(false, true)) {
        after(grace, () -> exchange.cancel(true));
        after(
            grace.multipliedBy(2),
            () -> complete(new HandlerOutcome.EndUnknown("The endpoint did not answer in time.")));
      }
      return false;
    }

    /** Where the timer takes no tasks any more the process ends, and no worker awaits the call. */
    private void after(Duration wait, Runnable task) {
      try {
        var unused = timer.schedule(task, wait.toNanos(), TimeUnit.NANOSECONDS);
      } catch (RejectedExecutionException e) {
        task.run();
      }
    }
  }
}
