package io.twinbus.sender.servicebus;

import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusFailureReason;
import com.azure.messaging.servicebus.ServiceBusMessageBatch;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import com.azure.messaging.servicebus.models.CreateMessageBatchOptions;
import io.twinbus.protocol.RegionName;
import io.twinbus.sender.link.RegionLink;
import io.twinbus.sender.pipeline.BatchId;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.MessageSize;
import io.twinbus.sender.pipeline.WireMessage;
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
 *   <li>The link requests an empty batch, which waits for the connection, unless that is refused:
 *       see {@link RefusedConnections}. A failure until then means that the region has no message
 *       of the batch.
 *   <li>A message near the limit is first tried alone, in its larger form: see {@link
 *       #requireFitEverywhere}.
 *   <li>The messages are added to the batch. A message that does not fit is refused here.
 *   <li>The batch is sent. A failure without an answer from here on leaves the outcome unknown.
 * </ol>
 *
 * <p>Where answers stay away, the link goes on with a new client: see {@link RenewedClient}. No
 * thread waits: the SDK's threads only pass the outcome on.
 */
final class ServiceBusLink implements RegionLink {

  /** Stands in for the limits while no link has told one. */
  private static final int LARGEST_LIMIT = 1024 * 1024;

  /** A message within so many bytes of the limit is tried alone first; above the SDK's reserve. */
  private static final int NEAR = 16 * 1024;

  /** Room for the headers that may differ between two copies of a message. */
  private static final int MARGIN = 128;

  /** How long after its own timeout the SDK may still answer. */
  private static final Duration SDK_DELAY = Duration.ofMillis(500);

  private final RegionName region;
  private final RenewedClient clients;
  private final RefusedConnections refused;
  private final Duration guard;
  private final SmallestMessageLimit limits;
  private final AtomicInteger reported = new AtomicInteger();

  ServiceBusLink(
      RegionName region,
      RenewedClient clients,
      RefusedConnections refused,
      SmallestMessageLimit limits,
      Duration timeBudget) {
    this.region = region;
    this.clients = clients;
    this.refused = refused;
    this.limits = limits;
    this.guard = timeBudget.plus(SDK_DELAY);
  }

  @Override
  public void send(Effect.SendBatch batch, Consumer<Event> outcome) {
    BatchId id = batch.batch();
    AtomicBoolean handedOver = new AtomicBoolean();
    ServiceBusSenderAsyncClient client = clients.get();
    refused
        .orEnd(client.createMessageBatch())
        .flatMap(
            empty -> {
              report(empty, outcome);
              return checked(client, empty, batch)
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
        .onErrorResume(error -> Mono.just(BatchOutcomes.of(error, id, handedOver.get())))
        .subscribe(
            ended -> {
              outcome.accept(ended); // first: a client that cannot be made must not keep it back
              clients.ended(client, ended);
            });
  }

  @Override
  public void close() {
    clients.close();
  }

  private void report(ServiceBusMessageBatch empty, Consumer<Event> outcome) {
    int size = empty.getMaxSizeInBytes();
    limits.heard(region, size);
    if (reported.getAndSet(size) != size) {
      outcome.accept(new Event.LinkLimit(region, size));
    }
  }

  /** Returns the empty batch when a single message near the limit has passed the test. */
  private Mono<ServiceBusMessageBatch> checked(
      ServiceBusSenderAsyncClient client, ServiceBusMessageBatch empty, Effect.SendBatch batch) {
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
   * Refuses a message that fits this link but perhaps not another one: a standby copy also carries
   * its time, and another region may take less. So every region judges the same form by the same
   * limit, and all regions take the message or all refuse it.
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
   * The SDK encodes into a buffer whose size it guesses, and reports a message that does not fit
   * the buffer as too large. For a message far below the limit this method gives the true reason.
   */
  private Throwable explained(Throwable error, Effect.SendBatch batch, boolean handedOver) {
    boolean guessedTooSmall =
        handedOver
            && batch.messages().size() == 1
            && error instanceof ServiceBusException refused
            && ServiceBusFailureReason.MESSAGE_SIZE_EXCEEDED.equals(refused.getReason())
            && MessageSize.of(batch.messages().get(0).message()) + NEAR
                < limits.orLess(LARGEST_LIMIT);
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
