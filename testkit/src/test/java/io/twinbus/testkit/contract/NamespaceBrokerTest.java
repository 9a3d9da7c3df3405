package io.twinbus.testkit.contract;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import com.azure.messaging.servicebus.models.ServiceBusReceiveMode;
import com.azure.messaging.servicebus.models.SubQueue;
import io.twinbus.testkit.broker.contract.AcceptContract;
import io.twinbus.testkit.broker.contract.BrokerSite;
import io.twinbus.testkit.broker.contract.SearchContract;
import io.twinbus.testkit.broker.contract.SessionContract;
import io.twinbus.testkit.broker.contract.TroubleContract;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/**
 * The suites against the namespace, or Microsoft's emulator, that {@value #CONNECTION} names. It
 * has a queue {@value #QUEUE} with sessions, a lock duration of 5 s, a maximum delivery count of 10
 * and otherwise the service's defaults; each test empties it. What has to be done to a broker from
 * outside is not run there.
 */
class NamespaceBrokerTest {

  private static final String CONNECTION = "TWINBUS_CONTRACT_SERVICEBUS";
  private static final String QUEUE = "twinbus-contract";

  private ServiceBusSite site;

  @BeforeAll
  static void requireNamespace() {
    if (connection().isEmpty()) {
      System.out.println(
          "NOT RUN: the broker's contract suites on a real namespace; set " + CONNECTION + ".");
    }
    assumeTrue(!connection().isEmpty(), CONNECTION + " is not set");
  }

  @BeforeEach
  void open() {
    removeSessions();
    removeDeadLetters();
    site = new ServiceBusSite(connection(), QUEUE, Duration.ofSeconds(5), null);
  }

  @AfterEach
  void close() {
    if (site != null) {
      site.close();
    }
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

  private static String connection() {
    return System.getenv().getOrDefault(CONNECTION, "");
  }

  private static ServiceBusClientBuilder clients() {
    return new ServiceBusClientBuilder().connectionString(connection());
  }

  /** Until no session is left, which the SDK says by an exception. */
  private static void removeSessions() {
    try (ServiceBusSessionReceiverClient sessions =
        clients()
            .sessionReceiver()
            .queueName(QUEUE)
            .receiveMode(ServiceBusReceiveMode.RECEIVE_AND_DELETE)
            .buildClient()) {
      while (true) {
        try (ServiceBusReceiverClient session = sessions.acceptNextSession()) {
          removeAll(session);
        }
      }
    } catch (IllegalStateException e) {
      return; // there is none
    }
  }

  private static void removeDeadLetters() {
    try (ServiceBusReceiverClient dead =
        clients()
            .receiver()
            .queueName(QUEUE)
            .subQueue(SubQueue.DEAD_LETTER_QUEUE)
            .receiveMode(ServiceBusReceiveMode.RECEIVE_AND_DELETE)
            .buildClient()) {
      removeAll(dead);
    }
  }

  private static void removeAll(ServiceBusReceiverClient from) {
    long removed;
    do {
      removed = from.receiveMessages(500, Duration.ofSeconds(2)).stream().count();
    } while (removed > 0);
  }
}
