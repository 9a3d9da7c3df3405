package io.twinbus.testkit.contract;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/**
 * The suite against the queue of a namespace that somebody else runs ({@link NamespaceQueue}). What
 * has to be done to a region from outside is not run there.
 */
class NamespaceLinkTest extends RegionLinkContract {

  private static String connection = "";

  private RegionLink link;

  @BeforeAll
  static void requireNamespace() {
    connection = NamespaceQueue.connectionFor("the sender's contract suite");
  }

  @BeforeEach
  void open() {
    new NamespaceQueue(connection).empty();
    link =
        ServiceBusLinks.withDefaultCredential()
            .open(
                new RegionSettings(new RegionName("east"), null, new Secret(connection)),
                new EntitySettings(NamespaceQueue.NAME, Optional.empty()),
                Duration.ofSeconds(3));
  }

  @AfterEach
  void close() {
    if (link != null) {
      link.close();
    }
  }

  @Override
  protected LinkSite site() {
    return new Site(link, new NamespaceQueue(connection));
  }

  private record Site(RegionLink link, NamespaceQueue queue) implements LinkSite {

    @Override
    public List<String> taken() {
      return queue.peek().stream().map(ServiceBusReceivedMessage::getMessageId).toList();
    }

    @Override
    public Optional<Mishaps> mishaps() {
      return Optional.empty();
    }
  }
}
