package io.twinbus.proving.killtest;

import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import com.azure.messaging.servicebus.models.SubQueue;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.EntitySettings;
import java.time.Duration;

/** The SDK's clients for one region's queue, without retries: what fails has failed. */
final class RawClients {
  private static final Duration TRY_TIMEOUT = Duration.ofSeconds(4);

  private final String region;
  private final ServiceBusClientBuilder builder;

  RawClients(String region, Secret connectionString) {
    this.region = region;
    this.builder =
        new ServiceBusClientBuilder()
            .connectionString(connectionString.reveal())
            .retryOptions(new AmqpRetryOptions().setMaxRetries(0).setTryTimeout(TRY_TIMEOUT));
  }

  ServiceBusSenderClient sender() {
    return builder.sender().queueName(EntitySettings.DEFAULT_QUEUE).buildClient();
  }

  ServiceBusSessionReceiverClient sessions() {
    return builder
        .sessionReceiver()
        .queueName(EntitySettings.DEFAULT_QUEUE)
        .disableAutoComplete()
        .maxAutoLockRenewDuration(Duration.ZERO)
        .buildClient();
  }

  /** For looking only. */
  ServiceBusReceiverClient looker(SubQueue queue) {
    return builder
        .receiver()
        .queueName(EntitySettings.DEFAULT_QUEUE)
        .subQueue(queue)
        .disableAutoComplete()
        .buildClient();
  }

  /** What the state of a session is called. */
  String stateName(String session) {
    return "state " + region + "/" + session;
  }
}
