package io.twinbus.proving.bench.baseline;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.PartitionKey;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusProcessorClient;
import com.azure.messaging.servicebus.ServiceBusReceivedMessageContext;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The published way to receive in two regions, with a claim for each message: read its document; if
 * there is none, create it (a 409 says that the other region was faster); run the handler; write
 * that it is done. Who finds it claimed by the other region sleeps and looks again, and after 21 s
 * completes his copy anyway: with it, a message whose worker died is lost. Here to be measured, not
 * to be used.
 */
public final class ClaimPerMessage implements AutoCloseable {
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int LOOKS = 21;
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
  private static final Duration BOUND = Duration.ofMinutes(1);

  private final CosmosClient client;
  private final CosmosContainer container;

  /** Keeps its documents in a container of its own. */
  public ClaimPerMessage(String endpoint, String key) {
    this.client = new CosmosClientBuilder().endpoint(endpoint).key(key).gatewayMode().buildClient();
    client.createDatabaseIfNotExists("claims");
    client.getDatabase("claims").createContainerIfNotExists("messages", "/id");
    this.container = client.getDatabase("claims").getContainer("messages");
  }

  /** Receives so many messages of a region, at most 64 sessions at a time. */
  public void receive(String connectionString, String queue, int messages)
      throws InterruptedException {
    CountDownLatch left = new CountDownLatch(messages);
    try (ServiceBusProcessorClient processor =
        new ServiceBusClientBuilder()
            .connectionString(connectionString)
            .sessionProcessor()
            .queueName(queue)
            .disableAutoComplete()
            .maxConcurrentSessions(64)
            .processMessage(
                context -> {
                  process(context);
                  left.countDown();
                })
            .processError(context -> {})
            .buildProcessorClient()) {
      processor.start();
      if (!left.await(BOUND.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException(left.getCount() + " messages have not been received.");
      }
    }
  }

  private void process(ServiceBusReceivedMessageContext context) {
    String id = context.getMessage().getMessageId();
    for (int look = 0; look < LOOKS; look++) {
      String status = status(id);
      if (status.equals("Done")) {
        break;
      }
      if (status.isEmpty() && create(id)) {
        // the handler would run here
        container.replaceItem(document(id, "Done"), id, new PartitionKey(id), null);
        break;
      }
      sleep();
    }
    context.complete();
  }

  private String status(String id) {
    try {
      return container
          .readItem(id, new PartitionKey(id), ObjectNode.class)
          .getItem()
          .path("status")
          .asText();
    } catch (CosmosException e) {
      if (e.getStatusCode() == NOT_FOUND) {
        return "";
      }
      throw e;
    }
  }

  private boolean create(String id) {
    try {
      container.createItem(document(id, "Working"));
      return true;
    } catch (CosmosException e) {
      if (e.getStatusCode() == CONFLICT) {
        return false;
      }
      throw e;
    }
  }

  private static ObjectNode document(String id, String status) {
    return JsonNodeFactory.instance.objectNode().put("id", id).put("status", status);
  }

  private static void sleep() {
    try {
      Thread.sleep(BETWEEN_LOOKS.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
