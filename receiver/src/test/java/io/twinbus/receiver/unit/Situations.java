package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.protocol.RegionName;
import io.twinbus.receiver.FailureKind;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.session.FlowSettings;
import java.time.Duration;
import java.util.Optional;

/** What many tests of a worker begin with. */
final class Situations {

  /** A worker of the other region. */
  static final Owner OTHER =
      new Owner(new RegionName("west"), new InstanceId("other"), new ClaimId("his"));

  /** Settings with which each message is claimed by itself. */
  static final FlowSettings BY_MESSAGE =
      FlowSettings.ofDefaults().withRecords(new FlowSettings.Records(ClaimScope.MESSAGE, 256));

  /** The handler was not reached. */
  static final HandlerOutcome.Retry UNREACHED =
      new HandlerOutcome.Retry(
          FailureKind.UNREACHED, "nobody listens", Optional.empty(), Optional.empty());

  private Situations() {}

  /** The first message's calls do not reach the handler, three times: it is away. */
  static void goAway(WorkerDriver driver) {
    driver.deliver(1, 0);
    for (int i = 0; i < 3; i++) {
      driver.tick(Duration.ofSeconds(1));
      driver.returns(UNREACHED);
    }
    assertThat(driver.health.isAway()).isTrue();
  }
}
