package io.twinbus.sender.servicebus;

import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusMessageBatch;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import io.twinbus.protocol.RegionName;
import io.twinbus.sender.pipeline.BatchId;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.WireMessage;
import io.twinbus.sender.runtime.RegionLink;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;

/**
 * The link to one region over the SDK's asynchronous client.
 *
 * <ol>
 *   <li>An empty batch of the link's size is asked for; that waits for the connection. Until it is
 *       there nothing was sent, and a failure is no doubt.
 *   <li>The messages are put in. One that does not fit is a refusal, found here.
 *   <li>The batch is sent. From here on a failure without an answer is a doubt.
 * </ol>
 *
 * <p>Nothing waits here: the SDK's threads only hand the outcome on.
 */
final class ServiceBusLink implements RegionLink {

  /** Batches beyond this are refused by the service, whatever single messages may hold. */
  private static final int MAX_BATCH_BYTES = 1024 * 1024;

  /** How far beyond its own timeout the SDK may be late before its answer is not awaited. */
  private static final Duration SDK_DELAY = Duration.ofMillis(500);

  private final RegionName region;
  private final ServiceBusSenderAsyncClient client;
  private final Duration guard;
  private final AtomicInteger limit = new AtomicInteger();

  ServiceBusLink(RegionName region, ServiceBusSenderAsyncClient client, Duration timeBudget) {
    this.region = region;
    this.client = client;
    this.guard = timeBudget.plus(SDK_DELAY);
  }

  @Override
  public void send(Effect.SendBatch batch, Consumer<Event> outcome) {
    BatchId id = batch.batch();
    AtomicBoolean handedOver = new AtomicBoolean();
    client
        .createMessageBatch()
        .flatMap(
            empty -> {
              report(empty, outcome);
              fill(empty, batch);
              handedOver.set(true);
              return client.sendMessages(empty);
            })
        .timeout(guard)
        .then(Mono.<Event>fromSupplier(() -> new Event.Accepted(id)))
        .onErrorResume(error -> Mono.just(Outcomes.of(error, id, handedOver.get())))
        .subscribe(outcome);
  }

  @Override
  public void close() {
    client.close();
  }

  private void report(ServiceBusMessageBatch empty, Consumer<Event> outcome) {
    int size = Math.min(empty.getMaxSizeInBytes(), MAX_BATCH_BYTES);
    if (limit.getAndSet(size) != size) {
      outcome.accept(new Event.LinkLimit(region, size));
    }
  }

  private static void fill(ServiceBusMessageBatch empty, Effect.SendBatch batch) {
    for (WireMessage message : batch.messages()) {
      if (!tryAdd(empty, message)) {
        throw new UnsendableBatchException(
            "A batch of %d messages exceeds the link's %d bytes."
                .formatted(batch.messages().size(), empty.getMaxSizeInBytes()));
      }
    }
  }

  private static boolean tryAdd(ServiceBusMessageBatch batch, WireMessage message) {
    try {
      return batch.tryAddMessage(WireMessages.toSdk(message));
    } catch (ServiceBusException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new UnsendableBatchException(e);
    }
  }
}
