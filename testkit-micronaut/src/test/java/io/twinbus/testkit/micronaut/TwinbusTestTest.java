package io.twinbus.testkit.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.context.annotation.Property;
import io.micronaut.context.annotation.Requires;
import io.micronaut.serde.annotation.Serdeable;
import io.twinbus.local.LocalStack;
import io.twinbus.local.network.Outage;
import io.twinbus.receiver.Outcome;
import io.twinbus.receiver.Session;
import io.twinbus.receiver.listener.SessionListener;
import io.twinbus.sender.Sender;
import io.twinbus.testkit.system.Handled;
import io.twinbus.testkit.system.Twinbus;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** An application with a queue and regions of its own, as its configuration says. */
@TwinbusTest
@Property(name = "twinbus.queue", value = "parcels")
@Property(name = "twinbus.regions.north.namespace", value = "north.example.org")
@Property(name = "twinbus.regions.south.namespace", value = "south.example.org")
@Property(name = "twinbus.ledger.endpoint", value = "https://ledger.example.org")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TwinbusTestTest {

  @Serdeable
  record Scan(String place, int grams) {}

  /** A handler that fails once where it is told to, and has the sender at hand. */
  @Singleton
  @Requires(property = "twinbus.queue", value = "parcels")
  static final class Scans {

    private final Sender sender;

    Scans(Sender sender) {
      this.sender = sender;
    }

    @SessionListener
    Outcome on(Session session, Scan scan) {
      assertThat(sender.statistics()).isNotNull();
      if (scan.place().equals("nowhere") && session.attempt() == 1) {
        return Outcome.retry();
      }
      return Outcome.complete();
    }
  }

  @Inject private Twinbus twinbus;

  @Test
  @Order(1)
  void messagesAreHandledOnceAndInOrderWhileARegionIsAway() throws Exception {
    twinbus.send("parcel", new Scan("Lyon", 1));
    twinbus.awaitHandled("parcel", 1);

    twinbus.fail("north");
    IntStream.rangeClosed(2, 5).forEach(n -> twinbus.send("parcel", new Scan("Graz", n)));

    assertThat(twinbus.awaitHandled("parcel", 5))
        .extracting(handled -> handled.invocation().position().map(place -> place.seq()))
        .containsExactly(
            Optional.of(1L), Optional.of(2L), Optional.of(3L), Optional.of(4L), Optional.of(5L));
    assertThat(twinbus.handled("parcel")).last().extracting(Handled::region).isEqualTo("south");
  }

  @Test
  @Order(2)
  void theNextTestMeetsNoFault(LocalStack stack) {
    assertThat(stack.region("north").listener().outage()).isEmpty();
    assertThat(stack.region("north").counts().get(0).entity()).isEqualTo("parcels");
  }

  @Test
  @Order(3)
  void aFailedAttemptIsNotHandled() throws Exception {
    twinbus.send("late", new Scan("nowhere", 1));

    assertThat(twinbus.awaitHandled("late", 1))
        .singleElement()
        .matches(handled -> handled.attempt() == 2 && handled.id().startsWith("late-"));
  }

  @Test
  @Order(4)
  void faultsOfEveryOtherKindAreTheStacks() throws Exception {
    twinbus.stack().ledger().outage(Outage.REFUSE);
    twinbus.send("held", new Scan("Cork", 1));
    twinbus.heal();

    assertThat(twinbus.awaitHandled("held", 1)).hasSize(1);
  }
}
