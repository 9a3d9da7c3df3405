package io.twinbus.receiver.handler;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** The beginning of a response's body as text; the rest is read and dropped. */
final class BoundedText implements BodySubscriber<String> {

  private static final int LIMIT = 512;

  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private final CompletableFuture<String> text = new CompletableFuture<>();

  @Override
  public CompletionStage<String> getBody() {
    return text;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      while (buffer.hasRemaining() && kept.size() < LIMIT) {
        kept.write(buffer.get());
      }
    }
  }

  @Override
  public void onError(Throwable error) {
    text.completeExceptionally(error);
  }

  @Override
  public void onComplete() {
    text.complete(kept.toString(StandardCharsets.UTF_8));
  }
}
