package io.twinbus.certify.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.certify.run.Pace;
import io.twinbus.local.LocalStack;
import io.twinbus.ops.command.CliContext;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.protocol.time.Clocks;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class BusBenchTest {

  /** Over one connection about every second session of such a loop got a link that ended. */
  private static final int SESSIONS = 12;

  @AutoClose private final LocalStack stack = LocalStack.builder().regions("east").start();

  @AutoClose
  private final BusBench bench =
      new BusBench(
          new RegionSettings(
              new RegionName("east"), null, new Secret(stack.connectionString("east"))),
          "orders",
          "orders",
          new Pace(Clocks.system(), CliContext.ofThisMachine().pause(), 1_000));

  @Test
  void aSessionWhoseReceiverHasJustClosedIsGivenOverALinkThatLasts() throws Exception {
    for (int i = 0; i < SESSIONS; i++) {
      String session = "again-" + i;
      bench.send(BusBench.message(session, 1));
      try (HeldSession held = bench.acceptFree(session)) {
        held.complete(held.receiveOne(Duration.ofSeconds(10)));
      }
      try (HeldSession held = bench.acceptAgain(session)) {
        held.renew();
        bench.send(BusBench.message(session, 2));
        assertThat(held.receiveOne(Duration.ofSeconds(10)).getMessageId())
            .isEqualTo(session + "-2");
      }
    }
  }
}
