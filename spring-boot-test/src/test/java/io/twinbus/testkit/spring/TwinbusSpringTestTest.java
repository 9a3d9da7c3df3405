package io.twinbus.testkit.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.LocalStack;
import io.twinbus.receiver.Outcome;
import io.twinbus.receiver.Session;
import io.twinbus.sender.Sender;
import io.twinbus.spring.SessionListener;
import io.twinbus.spring.SpringReceiver;
import io.twinbus.testkit.system.Handled;
import io.twinbus.testkit.system.Twinbus;
import java.util.stream.IntStream;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.test.context.TestPropertySource;

/** An application with a queue and regions of its own, as its configuration says. */
@TwinbusSpringTest
@TestPropertySource(
    properties = {
      "twinbus.queue=parcels",
      "twinbus.regions.north.namespace=north.example.org",
      "twinbus.regions.south.namespace=south.example.org",
      "twinbus.ledger.endpoint=https://ledger.example.org",
      "twinbus.region=north"
    })
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TwinbusSpringTestTest {

  record Scan(String place, int grams) {}

  /** An application whose handler fails once where it is told to, and has the sender at hand. */
  @SpringBootApplication
  static class Application {

    @Autowired private Sender sender;

    @SessionListener
    Outcome on(Session session, Scan scan) {
      assertThat(sender.statistics()).isNotNull();
      return scan.place().equals("nowhere") && session.attempt() == 1
          ? Outcome.retry()
          : Outcome.complete();
    }
  }

  @Test
  @Order(1)
  void messagesAreHandledOnceAndInOrderWhileARegionIsAway(@Autowired Twinbus twinbus)
      throws Exception {
    twinbus.send("parcel", new Scan("Lyon", 1));
    twinbus.awaitHandled("parcel", 1);

    twinbus.fail("north");
    IntStream.rangeClosed(2, 5).forEach(n -> twinbus.send("parcel", new Scan("Graz", n)));

    assertThat(twinbus.awaitHandled("parcel", 5))
        .extracting(Handled::id)
        .containsExactly("parcel-1", "parcel-2", "parcel-3", "parcel-4", "parcel-5");
    assertThat(twinbus.handled("parcel")).last().extracting(Handled::region).isEqualTo("south");
  }

  @Test
  @Order(2)
  void theNextTestMeetsNoFault(@Autowired LocalStack stack) {
    assertThat(stack.region("north").listener().outage()).isEmpty();
    assertThat(stack.region("north").counts().get(0).entity()).isEqualTo("parcels");
  }

  @Test
  @Order(3)
  void aFailedAttemptIsNotHandled(@Autowired Twinbus twinbus) throws Exception {
    twinbus.send("late", new Scan("nowhere", 1));

    assertThat(twinbus.awaitHandled("late", 1)).singleElement().matches(one -> one.attempt() == 2);
  }

  @Test
  @Order(4)
  void theApplicationsOwnReceiverDoesNotRunBesideThoseOfTheTest(
      @Autowired SpringReceiver receiver) {
    assertThat(receiver.isRunning()).isFalse();
  }
}
