package io.twinbus.testkit.contract;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import io.twinbus.local.network.Outage;
import io.twinbus.local.servicebus.EntityStatus;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import io.twinbus.local.servicebus.faults.Fault;
import io.twinbus.local.servicebus.faults.Operation;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.sender.link.RegionLink;
import io.twinbus.sender.servicebus.ServiceBusLinks;
import io.twinbus.testkit.link.contract.LinkSite;
import io.twinbus.testkit.link.contract.RegionLinkContract;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The suite through the unmodified SDK against the local endpoint. */
class LocalLinkTest extends RegionLinkContract {

  private ServiceBusEndpoint endpoint;
  private RegionLink link;

  @BeforeEach
  void start() {
    endpoint =
        ServiceBusEndpoint.start(
            ServiceBusEndpointOptions.ofDefaults("east")
                .withQueues(QueueSettings.sessionQueue("orders")));
    link =
        ServiceBusLinks.withDefaultCredential()
            .open(
                new RegionSettings(
                    new RegionName("east"), null, new Secret(endpoint.connectionString())),
                new EntitySettings("orders", Optional.empty()),
                Duration.ofSeconds(3));
  }

  @AfterEach
  void stop() {
    link.close();
    endpoint.close();
  }

  @Override
  protected LinkSite site() {
    return new Site(link, endpoint);
  }

  private record Site(RegionLink link, ServiceBusEndpoint endpoint)
      implements LinkSite, LinkSite.Mishaps {

    @Override
    public List<String> taken() {
      try (ServiceBusReceiverClient peeker =
          new ServiceBusClientBuilder()
              .connectionString(endpoint.connectionString())
              .receiver()
              .queueName("orders")
              .buildClient()) {
        return peeker.peekMessages(100).stream()
            .map(ServiceBusReceivedMessage::getMessageId)
            .toList();
      }
    }

    @Override
    public Optional<Mishaps> mishaps() {
      return Optional.of(this);
    }

    @Override
    public void regionDown() {
      endpoint.outage(Outage.REFUSE);
    }

    @Override
    public void regionUp() {
      endpoint.restore();
    }

    @Override
    public void disable() {
      endpoint.status("orders", EntityStatus.SEND_DISABLED);
    }

    @Override
    public void enable() {
      endpoint.status("orders", EntityStatus.ACTIVE);
    }

    @Override
    public void loseNextReply() {
      endpoint.faults().inject(Fault.dropReply(Operation.SEND));
    }

    @Override
    public void putNextOff() {
      endpoint.faults().inject(Fault.throttle(Operation.SEND));
    }
  }
}
