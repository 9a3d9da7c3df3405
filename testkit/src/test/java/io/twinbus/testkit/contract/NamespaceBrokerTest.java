package io.twinbus.testkit.contract;

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
 * The suites against the queue of a namespace that somebody else runs ({@link NamespaceQueue}).
 * What has to be done to a broker from outside is not run there.
 */
class NamespaceBrokerTest {

  private static String connection = "";

  private ServiceBusSite site;

  @BeforeAll
  static void requireNamespace() {
    connection = NamespaceQueue.connectionFor("the broker's contract suites");
  }

  @BeforeEach
  void open() {
    new NamespaceQueue(connection).empty();
    site = new ServiceBusSite(connection, NamespaceQueue.NAME, Duration.ofSeconds(5), null);
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
}
