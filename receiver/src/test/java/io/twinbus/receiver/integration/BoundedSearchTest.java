package io.twinbus.receiver.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.SearchOutcome;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A look through a long queue, a page at a time, with a bound in time. */
class BoundedSearchTest {

  @AutoClose private final BrokerOfEast east = new BrokerOfEast();

  @Test
  void aSearchThatMeetsItsBoundGoesOnWhereItHasCome() throws Exception {
    east.send(Sent.messages("a", 600, "east"));
    BrokerSession session = east.accepted();
    // Four pages and an empty one take longer than 2 s. On a busy machine a look has one page.
    east.endpoint.latency(Duration.ofMillis(450));
    Search search = new Search(new StreamId("of-no-message"), 0, 2, 0);

    int looks = 0;
    SearchOutcome outcome = new SearchOutcome.Further(0, 0);
    while (!(outcome instanceof SearchOutcome.Absent)) {
      assertThat(++looks).as("looks, the last of them: %s", outcome).isLessThan(100);
      outcome = session.search(search).toCompletableFuture().get(60, TimeUnit.SECONDS);
      if (outcome instanceof SearchOutcome.Further further) {
        search = search.from(further.from());
      }
    }

    assertThat(looks).isGreaterThan(1);
  }
}
