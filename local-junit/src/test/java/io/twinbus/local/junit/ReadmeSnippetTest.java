package io.twinbus.local.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.twinbus.local.LocalStack;
import io.twinbus.local.servicebus.faults.Fault;
import io.twinbus.local.servicebus.faults.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ReadmeSnippetTest {

  @Nested
  // snippet
  @LocalStackTest
  class ProducerTest {
    @Test
    void learnsThatTheServiceIsBusy(LocalStack azure, @ServiceBusConnection String connection) {
      azure.region("east").faults().inject(Fault.throttle(Operation.SEND).in("orders"));
      try (var sender = sender(connection)) {
        var message = new ServiceBusMessage("a parcel").setSessionId("1Z999");
        assertThatThrownBy(() -> sender.sendMessage(message))
            .isInstanceOf(ServiceBusException.class);
        sender.sendMessage(message);
      }
      assertThat(azure.region("east").counts().get(0).active()).isEqualTo(1);
    }
  }

  // end

  private static ServiceBusSenderClient sender(String connectionString) {
    return new ServiceBusClientBuilder()
        .connectionString(connectionString)
        .retryOptions(new AmqpRetryOptions().setMaxRetries(0).setTryTimeout(Duration.ofMinutes(1)))
        .sender()
        .queueName("orders")
        .buildClient();
  }

  @Test
  void theReadmeShowsWhatIsCompiledAndRunHere() throws IOException {
    List<String> source =
        Files.readAllLines(Path.of("src/test/java/io/twinbus/local/junit/ReadmeSnippetTest.java"));
    String snippet =
        source.subList(source.indexOf("  // snippet") + 1, source.indexOf("  // end")).stream()
            .map(line -> line.isEmpty() ? line : line.substring(2))
            .collect(Collectors.joining("\n"))
            .strip();

    assertThat(Files.readString(Path.of("README.md"))).contains(snippet);
  }
}
