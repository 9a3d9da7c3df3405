package io.twinbus.testkit.contract;

import io.twinbus.local.network.Outage;
import io.twinbus.local.servicebus.EntityStatus;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import io.twinbus.local.servicebus.faults.Target;
import io.twinbus.protocol.SessionId;
import io.twinbus.testkit.broker.contract.AcceptContract;
import io.twinbus.testkit.broker.contract.BrokerSite;
import io.twinbus.testkit.broker.contract.SearchContract;
import io.twinbus.testkit.broker.contract.SessionContract;
import io.twinbus.testkit.broker.contract.TroubleContract;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/** The suites through the unmodified SDK against the local endpoint. */
class LocalBrokerTest {

  private static final QueueSettings ORDERS =
      QueueSettings.sessionQueue("orders").withLockDuration(Duration.ofSeconds(5));

  private ServiceBusEndpoint endpoint;
  private ServiceBusSite site;

  @BeforeEach
  void start() {
    endpoint =
        ServiceBusEndpoint.start(ServiceBusEndpointOptions.ofDefaults("east").withQueues(ORDERS));
    site =
        new ServiceBusSite(
            endpoint.connectionString(),
            "orders",
            ORDERS.receiving().lockDuration(),
            new LocalMishaps(endpoint));
  }

  @AfterEach
  void stop() {
    site.close();
    endpoint.close();
  }

  @Nested
  class Accepts extends AcceptContract {
    @Override
    protected BrokerSite site() {
      return site;
    }
  }

  @Nested
  class Sessions extends SessionContract {
    @Override
    protected BrokerSite site() {
      return site;
    }
  }

  @Nested
  class Searches extends SearchContract {
    @Override
    protected BrokerSite site() {
      return site;
    }
  }

  @Nested
  class Trouble extends TroubleContract {
    @Override
    protected BrokerSite site() {
      return site;
    }
  }

  /** What is done to the local endpoint. */
  private record LocalMishaps(ServiceBusEndpoint endpoint)
      implements BrokerSite.Mishaps, BrokerSite.EntityMishaps {

    @Override
    public void loseLock(SessionId session) {
      endpoint.faults().loseLocks(new Target("orders", session.wire()));
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
    public Optional<BrokerSite.EntityMishaps> entity() {
      return Optional.of(this);
    }

    @Override
    public void disable() {
      endpoint.status("orders", EntityStatus.DISABLED);
    }

    @Override
    public void enable() {
      endpoint.status("orders", EntityStatus.ACTIVE);
    }

    @Override
    public void delete() {
      endpoint.delete("orders");
    }

    @Override
    public void create() {
      endpoint.create(ORDERS);
    }

    @Override
    public void change() {
      endpoint.update(ORDERS.withMaxDeliveryCount(20));
    }
  }
}
