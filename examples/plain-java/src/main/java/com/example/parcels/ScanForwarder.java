package com.example.parcels;

import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.SessionHandler;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A handler that holds no thread while it waits: its answer is a {@link CompletionStage}. Give it
 * to {@code RegionReceiver.builder(settings).handler(…)}.
 */
final class ScanForwarder implements SessionHandler {

  private final HttpClient client = HttpClient.newHttpClient();
  private final URI endpoint;

  ScanForwarder(URI endpoint) {
    this.endpoint = endpoint;
  }

  @Override
  public CompletionStage<HandlerOutcome> handle(Message message, Invocation call) {
    HttpRequest request =
        HttpRequest.newBuilder(endpoint)
            .timeout(call.timeout())
            // The same for every call for this message: the endpoint can tell a repeat by it.
            .header("Idempotency-Key", call.idempotencyKey(message))
            .POST(BodyPublishers.ofByteArray(message.body().toBytes()))
            .build();
    CompletableFuture<HttpResponse<Void>> answer =
        client.sendAsync(request, BodyHandlers.discarding());
    return answer.thenApply(ScanForwarder::outcome);
  }

  private static HandlerOutcome outcome(HttpResponse<Void> answer) {
    return answer.statusCode() / 100 == 2
        ? new HandlerOutcome.Completed()
        : new HandlerOutcome.Retry(
            "The endpoint answered " + answer.statusCode(), Optional.empty());
  }
}
