package io.twinbus.local.integration;

import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.core.amqp.exception.AmqpException;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverAsyncClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import io.twinbus.local.servicebus.faults.Effect;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/** The SDK's clients for one endpoint, without retries; closed together. */
final class ServiceBusClients implements AutoCloseable {
  /** How long to wait for what must come, on a slow and busy machine too. */
  static final Duration BOUND = Duration.ofSeconds(45);

  /** As long: it ends no call that is answered. */
  private static final Duration TRY_TIMEOUT = BOUND;

  private final ServiceBusClientBuilder builder;
  private final Deque<Runnable> open = new ArrayDeque<>();

  ServiceBusClients(ServiceBusEndpoint endpoint) {
    this(endpoint, TRY_TIMEOUT);
  }

  ServiceBusClients(ServiceBusEndpoint endpoint, Duration tryTimeout) {
    this(endpoint, new AmqpRetryOptions().setTryTimeout(tryTimeout).setMaxRetries(0));
  }

  /** Clients that give up soon where the fault is that no answer comes. */
  static ServiceBusClients thatSuffer(ServiceBusEndpoint endpoint, Effect.Kind kind) {
    return new ServiceBusClients(
        endpoint, kind == Effect.Kind.HANG ? Duration.ofSeconds(5) : TRY_TIMEOUT);
  }

  /** Clients that retry by themselves. */
  static ServiceBusClients retrying(ServiceBusEndpoint endpoint, int times, Duration delay) {
    return new ServiceBusClients(
        endpoint,
        new AmqpRetryOptions().setTryTimeout(TRY_TIMEOUT).setMaxRetries(times).setDelay(delay));
  }

  private ServiceBusClients(ServiceBusEndpoint endpoint, AmqpRetryOptions retries) {
    builder =
        new ServiceBusClientBuilder()
            .connectionString(endpoint.connectionString())
            .retryOptions(retries);
  }

  ServiceBusClientBuilder builder() {
    return builder;
  }

  ServiceBusSenderClient sender(String queue) {
    ServiceBusSenderClient client = builder.sender().queueName(queue).buildClient();
    open.push(client::close);
    return client;
  }

  ServiceBusSessionReceiverClient sessions(String queue) {
    ServiceBusSessionReceiverClient client =
        builder
            .sessionReceiver()
            .disableAutoComplete()
            .maxAutoLockRenewDuration(Duration.ZERO)
            .queueName(queue)
            .buildClient();
    open.push(client::close);
    return client;
  }

  ServiceBusSessionReceiverAsyncClient asyncSessions(String queue) {
    ServiceBusSessionReceiverAsyncClient client =
        builder
            .sessionReceiver()
            .disableAutoComplete()
            .maxAutoLockRenewDuration(Duration.ZERO)
            .queueName(queue)
            .buildAsyncClient();
    open.push(client::close);
    return client;
  }

  ServiceBusReceiverClient plain(String queue) {
    return keep(
        builder
            .receiver()
            .disableAutoComplete()
            .maxAutoLockRenewDuration(Duration.ZERO)
            .queueName(queue)
            .buildClient());
  }

  ServiceBusReceiverClient keep(ServiceBusReceiverClient client) {
    open.push(client::close);
    return client;
  }

  ServiceBusSenderClient keep(ServiceBusSenderClient client) {
    open.push(client::close);
    return client;
  }

  static ServiceBusMessage message(String session, String id) {
    return new ServiceBusMessage("body of " + id).setMessageId(id).setSessionId(session);
  }

  static List<ServiceBusMessage> messages(String session, int count) {
    return new ArrayList<>(
        IntStream.rangeClosed(1, count)
            .mapToObj(number -> message(session, session + "-" + number))
            .toList());
  }

  /** Tries until the client has noticed that the endpoint is back, within a bound. */
  static void untilItWorks(Runnable action) {
    Awaitility.await()
        .atMost(BOUND)
        .pollDelay(Duration.ZERO)
        .ignoreExceptions()
        .until(
            () -> {
              action.run();
              return true;
            });
  }

  /** What the service said, which the SDK wraps once its retries are used up. */
  static AmqpException saidByTheService(Throwable seen) {
    for (Throwable cause = seen; cause != null; cause = cause.getCause()) {
      if (cause instanceof AmqpException said && said.getErrorCondition() != null) {
        return said;
      }
    }
    throw new AssertionError("The service said nothing that the SDK would know.", seen);
  }

  @Override
  public void close() {
    while (!open.isEmpty()) {
      open.pop().run();
    }
  }
}
