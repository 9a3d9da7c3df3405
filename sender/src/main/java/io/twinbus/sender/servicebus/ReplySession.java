package io.twinbus.sender.servicebus;

import com.azure.core.amqp.models.AmqpMessageBody;
import com.azure.core.amqp.models.AmqpMessageBodyType;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverAsyncClient;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.Headers;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.sender.link.ReplySources.Arrival;
import io.twinbus.sender.link.ReplySources.ReplySource;
import io.twinbus.sender.message.Reply;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.retry.Retry;

/**
 * A requester's session in one region.
 *
 * <ol>
 *   <li>The session is accepted, by its name.
 *   <li>Each message is passed on as it arrives, and then completed. A message that could not be
 *       completed arrives again, and its id shows the repeat.
 *   <li>When the link ends, for any reason, the session is accepted again after a pause.
 * </ol>
 */
final class ReplySession implements ReplySource {

  private static final Logger LOG = LoggerFactory.getLogger("io.twinbus.sender");
  private static final int MOST_COMPLETING = 64;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private final ServiceBusSessionReceiverAsyncClient client;
  private final RegionName region;
  private final SessionId session;
  private final Consumer<Arrival> sink;
  private final AtomicBoolean silent = new AtomicBoolean();

  private ReplySession(
      ServiceBusSessionReceiverAsyncClient client,
      RegionName region,
      SessionId session,
      Consumer<Arrival> sink) {
    this.client = client;
    this.region = region;
    this.session = session;
    this.sink = sink;
  }

  static ReplySource start(
      ServiceBusSessionReceiverAsyncClient client,
      RegionName region,
      SessionId session,
      Consumer<Arrival> sink) {
    ReplySession source = new ReplySession(client, region, session, sink);
    Disposable receiving = source.receive();
    return () -> {
      receiving.dispose();
      source.close();
    };
  }

  @Override
  public void close() {
    client.close();
  }

  private Disposable receive() {
    return Flux.usingWhen(
            client.acceptSession(session.wire()), this::messages, ReplySession::closed)
        .concatWith(Mono.error(() -> new IllegalStateException("the link has ended")))
        .doOnError(this::ended)
        .retryWhen(
            Retry.backoff(Long.MAX_VALUE, FIRST_PAUSE)
                .maxBackoff(LONGEST_PAUSE)
                .transientErrors(true))
        .subscribe();
  }

  private Flux<Void> messages(ServiceBusReceiverAsyncClient receiver) {
    if (silent.getAndSet(false)) {
      LOG.info("Replies arrive from region {} again.", region);
    }
    return receiver
        .receiveMessages()
        .doOnNext(message -> sink.accept(arrival(message)))
        .flatMap(
            message -> receiver.complete(message).onErrorResume(error -> Mono.empty()),
            MOST_COMPLETING);
  }

  private void ended(Throwable error) {
    if (!silent.getAndSet(true)) {
      LOG.warn(
          "No replies arrive from region {} ({}): the other regions deliver theirs, and the client"
              + " tries this one until it answers.",
          region,
          error.getMessage());
    }
  }

  /** The SDK's close blocks, so it must not run on a thread of the SDK. */
  private static Mono<Void> closed(ServiceBusReceiverAsyncClient receiver) {
    return Mono.<Void>fromRunnable(receiver::close).subscribeOn(Schedulers.boundedElastic());
  }

  private static Arrival arrival(ServiceBusReceivedMessage message) {
    Map<String, Object> properties = new LinkedHashMap<>();
    message
        .getApplicationProperties()
        .forEach(
            (name, value) -> {
              if (value != null && !name.startsWith(Headers.PREFIX)) {
                properties.put(name, value);
              }
            });
    String id = message.getMessageId();
    Reply reply =
        new Reply(
            new MessageId(
                id == null || id.isEmpty() ? "sequence-" + message.getSequenceNumber() : id),
            body(message.getRawAmqpMessage().getBody()),
            Optional.ofNullable(message.getContentType()),
            Optional.ofNullable(message.getSubject()),
            properties);
    return new Arrival(Optional.ofNullable(message.getCorrelationId()), reply);
  }

  /** A body that is neither data nor text is empty here: no Twinbus responder sends one. */
  private static Body body(AmqpMessageBody body) {
    if (body.getBodyType() == AmqpMessageBodyType.DATA) {
      return Body.wrap(body.getFirstData());
    }
    boolean text = body.getBodyType() == AmqpMessageBodyType.VALUE;
    return text && body.getValue() instanceof String value ? Body.ofUtf8(value) : Body.empty();
  }
}
