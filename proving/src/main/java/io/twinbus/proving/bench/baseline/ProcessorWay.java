package io.twinbus.proving.bench.baseline;

import com.azure.core.util.BinaryData;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusProcessorClient;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import io.twinbus.proving.bench.contest.MessageWay;
import io.twinbus.proving.bench.contest.Workload;
import java.util.function.Consumer;

/** From the SDK's sender through one region to the SDK's session processor. Thread-safe. */
public final class ProcessorWay implements MessageWay {

  private final ServiceBusSenderAsyncClient sender;
  private final ServiceBusProcessorClient processor;
  private final BinaryData body = BinaryData.fromString("x".repeat(Workload.SMALL));

  /**
   * Starts sender and processor.
   *
   * @param arrived is told the id of each message that the processor is called with
   */
  public ProcessorWay(
      String connectionString,
      String queue,
      SessionProcessing.Tuning tuning,
      Consumer<String> arrived) {
    ServiceBusClientBuilder builder =
        new ServiceBusClientBuilder().connectionString(connectionString);
    this.sender = builder.sender().queueName(queue).buildAsyncClient();
    this.processor =
        tuning
            .of(builder, queue)
            .processMessage(
                context -> {
                  arrived.accept(context.getMessage().getMessageId());
                  context.complete();
                })
            .processError(context -> {})
            .buildProcessorClient();
    processor.start();
  }

  @Override
  public void send(String session, String id) {
    var unused =
        sender
            .sendMessage(new ServiceBusMessage(body).setMessageId(id).setSessionId(session))
            .subscribe();
  }

  @Override
  public void close() {
    sender.close();
    processor.close();
  }
}
