package io.twinbus.testkit.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.context.annotation.Property;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.protocol.Body;
import io.twinbus.testkit.micronaut.Payments.Payment;
import io.twinbus.testkit.system.DeadMessage;
import io.twinbus.testkit.system.Twinbus;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

/** A handler that fails, refuses, hangs and recovers, and what a test can say about it. */
@TwinbusTest
@Property(name = "twinbus.queue", value = "payments")
class TwinbusHandlerTest {

  @Inject private Twinbus twinbus;

  @Test
  void aHandlerThatFailsIsTriedAgainUntilItRecovers() throws Exception {
    twinbus.handler().fail("fails");
    twinbus.send("fails", new Payment(5));
    assertThat(twinbus.awaitRetries("fails", 2)).isGreaterThanOrEqualTo(2);
    assertThat(twinbus.handled("fails")).isEmpty();

    twinbus.handler().recover();

    assertThat(twinbus.awaitHandled("fails", 1).get(0).attempt()).isGreaterThanOrEqualTo(3);
  }

  @Test
  void aHandlerThatHangsHoldsItsSessionAndNoOther() throws Exception {
    twinbus.handler().hang("hangs");
    twinbus.send("hangs", new Payment(5));
    twinbus.send("moves", new Payment(5));
    assertThat(twinbus.awaitHandled("moves", 1)).hasSize(1);
    assertThat(twinbus.handled("hangs")).isEmpty();

    twinbus.handler().recover();

    assertThat(twinbus.awaitHandled("hangs", 1)).hasSize(1);
    assertThat(twinbus.retries("hangs")).isZero();
  }

  @Test
  void aMessageThatIsRefusedIsADeadLetterAndTheSessionGoesOn() throws Exception {
    twinbus.handler().refuse("refuses", "UnknownAccount");
    String id = twinbus.send("refuses", new Payment(5)).delivery().message().value();

    DeadMessage dead = twinbus.awaitDeadLetter("refuses");
    twinbus.handler().recover();
    twinbus.send("refuses", new Payment(7));
    twinbus.awaitHandled("refuses", 1);

    assertThat(dead.id()).isEqualTo(id);
    assertThat(dead.why()).startsWith("UnknownAccount: ");
    assertThat(twinbus.deadLetters("refuses")).hasSize(1);
  }

  @Test
  void theStateOfASessionIsWhatItsHandlersMadeOfIt() throws Exception {
    twinbus.send("sums", new Payment(5));
    twinbus.send("sums", new Payment(7));
    twinbus.awaitHandled("sums", 2);

    assertThat(
            twinbus.awaitSession(
                "sums", record -> record.state().filter(Body.ofUtf8("12")::equals).isPresent()))
        .extracting(SessionRecord::token)
        .isNotNull();
    assertThat(twinbus.state("sums")).contains(Body.ofUtf8("12"));
    assertThat(twinbus.state("nobody")).isEmpty();
  }
}
