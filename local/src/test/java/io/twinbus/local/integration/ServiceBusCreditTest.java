package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.conformance.RawAmqp;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How much a client may send before it hears of the service again. */
class ServiceBusCreditTest {
  // What a session of the JavaScript SDK has under way at most.
  private static final int WINDOW = 2048;

  @Test
  void creditIsNeverWhatAClientWaitsFor() {
    try (ServiceBusEndpoint endpoint =
            ServiceBusEndpoint.start(
                ServiceBusEndpointOptions.ofDefaults("east")
                    .withQueues(QueueSettings.plainQueue("jobs")));
        RawAmqp client = RawAmqp.connect(endpoint.port())) {
      assertThat(client.acceptedSender("jobs", Map.of())).isGreaterThan(2 * WINDOW);
    }
  }
}
