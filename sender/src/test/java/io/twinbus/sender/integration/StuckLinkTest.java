package io.twinbus.sender.integration;

import static io.twinbus.sender.integration.TwoRegions.EAST;
import static io.twinbus.sender.integration.TwoRegions.await;
import static io.twinbus.sender.integration.TwoRegions.messages;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.servicebus.faults.Effect;
import io.twinbus.local.servicebus.faults.Fault;
import io.twinbus.local.servicebus.faults.Operation;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.CopyStatus;
import io.twinbus.sender.message.DeliveryStatus;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The SDK keeps a connection, a session and a link, and asks each of them again after an answer
 * that never came. A region that misses one answer must not be lost for the life of the sender.
 */
class StuckLinkTest {

  private final TwoRegions regions = new TwoRegions();

  @AfterEach
  void stop() {
    regions.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"CONNECT", "AUTHORIZE", "ATTACH", "SEND"})
  void oneAnswerThatNeverComesDoesNotCostTheRegion(Operation operation) {
    regions.east.faults().inject(Fault.before(operation, Effect.of(Effect.Kind.HANG)).times(1));
    Sender sender =
        regions.sender(TwoRegions.settings().regionTimeBudget(Duration.ofSeconds(1)).build());

    DeliveryStatus delivery = await(await(sender.send(messages("s", 1).get(0))).inAllRegions());

    assertThat(delivery.regions()).containsEntry(EAST, CopyStatus.ACCEPTED);
  }
}
