package io.twinbus.sender.servicebus;

import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusFailureReason;
import com.azure.messaging.servicebus.ServiceBusMessageBatch;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import com.azure.messaging.servicebus.models.CreateMessageBatchOptions;
import io.twinbus.protocol.RegionName;
import io.twinbus.sender.pipeline.BatchId;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.MessageSize;
import io.twinbus.sender.pipeline.WireMessage;
import io.twinbus.sender.runtime.RegionLink;
import java.time.Duration;
import java.time.Instant;
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
 *   <li>A message that comes near the limit is tried alone, in the larger of its forms: see {@link
 *       #requireFitEverywhere}.
 *   <li>The messages are put in. One that does not fit is a refusal, found here.
 *   <li>The batch is sent. From here on a failure without an answer is a doubt.
 * </ol>
 *
 * <p>Nothing waits here: the SDK's threads only hand the outcome on.
 */
final class ServiceBusLink implements RegionLink {

  /** Batches beyond this are refused by the service, whatever single messages may hold. */
  private static final int MAX_BATCH_BYTES = 1024 * 1024;

  /** From how many bytes below the limit on a message is tried first: above the SDK's reserve. */
  private static final int NEAR = 16 * 1024;

  /** Room for what may differ between two copies of a message: numbers and the predecessor's. */
  private static final int MARGIN = 128;

  /** How far beyond its own timeout the SDK may be late before its answer is not awaited. */
  private static final Duration SDK_DELAY = Duration.ofMillis(500);

  private final RegionName region;
  private final ServiceBusSenderAsyncClient client;
  private final Duration guard;
  private final SmallestLimit limits;
  private final AtomicInteger reported = new AtomicInteger();

  ServiceBusLink(
      RegionName region,
      ServiceBusSenderAsyncClient client,
      SmallestLimit limits,
      Duration timeBudget) {
    this.region = region;
    this.client = client;
    this.limits = limits;
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
              return checked(empty, batch)
                  .flatMap(
                      checked -> {
                        fill(checked, batch);
                        handedOver.set(true);
                        return client.sendMessages(checked);
                      });
            })
        .timeout(guard)
        .then(Mono.<Event>fromSupplier(() -> new Event.Accepted(id)))
        .onErrorMap(error -> explained(error, batch, handedOver.get()))
        .onErrorResume(error -> Mono.just(Outcomes.of(error, id, handedOver.get())))
        .subscribe(outcome);
  }

  @Override
  public void close() {
    client.close();
  }

  private void report(ServiceBusMessageBatch empty, Consumer<Event> outcome) {
    int size = empty.getMaxSizeInBytes();
    limits.heard(region, size);
    if (reported.getAndSet(size) != size) {
      outcome.accept(new Event.LinkLimit(region, Math.min(size, MAX_BATCH_BYTES)));
    }
  }

  /** The empty batch, once a single message that comes near the limit has been tried. */
  private Mono<ServiceBusMessageBatch> checked(
      ServiceBusMessageBatch empty, Effect.SendBatch batch) {
    int limit = limits.orLess(empty.getMaxSizeInBytes());
    WireMessage first = batch.messages().get(0);
    if (batch.messages().size() > 1 || MessageSize.of(first.message()) + NEAR < limit) {
      return Mono.just(empty);
    }
    return client
        .createMessageBatch(new CreateMessageBatchOptions().setMaximumSizeInBytes(limit))
        .map(
            probe -> {
              requireFitEverywhere(probe, first, limit);
              return empty;
            });
  }

  /**
   * Refuses a message that fits here and perhaps not elsewhere: a standby copy carries its time
   * besides, and another region may take less. So every region judges the same form by the same
   * limit, and they all take it or all refuse it.
   */
  private static void requireFitEverywhere(
      ServiceBusMessageBatch probe, WireMessage message, int limit) {
    boolean fits;
    try {
      fits =
          probe.tryAddMessage(WireMessages.toSdk(message.scheduledAt(Instant.EPOCH)))
              && probe.getSizeInBytes() + MARGIN <= limit;
    } catch (ServiceBusException e) {
      fits = false;
    } catch (RuntimeException e) {
      throw new UnsendableBatchException(e);
    }
    if (!fits) {
      throw UnsendableBatchException.messageTooLarge(limit);
    }
  }

  /**
   * The SDK encodes into a buffer whose size it guesses, and calls a message too large that does
   * not fit into it. Of a message far below the limit that is not the reason to give.
   */
  private Throwable explained(Throwable error, Effect.SendBatch batch, boolean handedOver) {
    boolean guessedTooSmall =
        handedOver
            && batch.messages().size() == 1
            && error instanceof ServiceBusException refused
            && ServiceBusFailureReason.MESSAGE_SIZE_EXCEEDED.equals(refused.getReason())
            && MessageSize.of(batch.messages().get(0).message()) + NEAR
                < limits.orLess(MAX_BATCH_BYTES);
    return guessedTooSmall ? UnsendableBatchException.fieldsTooLarge() : error;
  }

  private static void fill(ServiceBusMessageBatch empty, Effect.SendBatch batch) {
    for (WireMessage message : batch.messages()) {
      if (!tryAdd(empty, message)) {
        throw UnsendableBatchException.batchTooLarge(
            batch.messages().size(), empty.getMaxSizeInBytes());
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
