package io.twinbus.testkit.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.context.annotation.Property;
import io.twinbus.ledger.Block;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.testkit.micronaut.Payments.Payment;
import io.twinbus.testkit.system.Twinbus;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

/** A session that its poison blocks, by policy. */
@TwinbusTest
@Property(name = "twinbus.queue", value = "payments")
@Property(name = "twinbus.receiver.on-poison", value = "block")
class TwinbusBlockedTest {

  @Inject private Twinbus twinbus;

  @Test
  void aSessionIsBlockedByItsPoison() throws Exception {
    twinbus.handler().refuse("held", "UnknownAccount");
    String id = twinbus.send("held", new Payment(5)).delivery().message().value();

    Block block = twinbus.awaitBlocked("held");

    assertThat(block.message()).isEqualTo(id);
    assertThat(block.reason()).contains("UnknownAccount");
    assertThat(twinbus.session("held")).map(SessionRecord::status).contains(SessionStatus.BLOCKED);
    assertThat(twinbus.deadLetters("held")).isEmpty();
  }
}
