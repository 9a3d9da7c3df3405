package io.twinbus.local.process;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;

/**
 * An application with Microsoft's Java SDKs over TLS, in a JVM that trusts the local certificate.
 */
final class TlsClient {
  private TlsClient() {}

  /** Takes a connection string, its port, the ledger's address and its key; prints what it read. */
  public static void main(String[] args) {
    ServiceBusClientBuilder bus =
        new ServiceBusClientBuilder()
            .connectionString(args[0])
            .customEndpointAddress("https://localhost:" + args[1]);
    try (ServiceBusSenderClient sender = bus.sender().queueName("jobs").buildClient();
        ServiceBusReceiverClient receiver = bus.receiver().queueName("jobs").buildClient()) {
      sender.sendMessage(new ServiceBusMessage("over TLS"));
      receiver
          .receiveMessages(1)
          .forEach(
              message -> {
                receiver.complete(message);
                System.out.println("received: " + message.getBody());
              });
    }
    try (CosmosClient ledger =
        new CosmosClientBuilder()
            .endpoint(args[2])
            .key(args[3])
            .gatewayMode()
            .consistencyLevel(com.azure.cosmos.ConsistencyLevel.STRONG)
            .buildClient()) {
      ledger.createDatabase("over-tls");
      System.out.println("read: " + ledger.getDatabase("over-tls").read().getProperties().getId());
    }
  }
}
