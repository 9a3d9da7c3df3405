package io.twinbus.sender.integration;

import static io.twinbus.sender.integration.TwoRegions.EAST;
import static io.twinbus.sender.integration.TwoRegions.await;
import static io.twinbus.sender.integration.TwoRegions.messages;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.network.Outage;
import io.twinbus.local.servicebus.faults.Effect;
import io.twinbus.local.servicebus.faults.Fault;
import io.twinbus.local.servicebus.faults.Operation;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.CopyStatus;
import io.twinbus.sender.message.DeliveryStatus;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The SDK keeps a connection, a session and a link, and asks each of them again after an answer
 * that never came. A region that misses one answer must not be lost for the life of the sender.
 */
@Isolated("it looks at the threads of this JVM")
class StuckLinkTest {

  /** One to each region, and three that replace east's. */
  private static final int CONNECTIONS = 5;

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

  /** Each connection has a thread of its own, whose name carries a number. */
  @ParameterizedTest
  @EnumSource(names = {"BLACKHOLE", "REFUSE"})
  void connectionsThatAreReplacedInVainLeaveNothingBehind(Outage outage) {
    Set<String> before = reactors();
    regions.east.outage(outage);
    Sender sender =
        regions.sender(TwoRegions.settings().regionTimeBudget(Duration.ofSeconds(1)).build());
    await(sender.send(messages("s", 1).get(0)));
    Set<String> seen = new HashSet<>();

    Awaitility.await()
        .atMost(TwoRegions.BOUND)
        .until(
            () -> {
              seen.addAll(reactors());
              return seen.size() >= before.size() + CONNECTIONS;
            });

    Awaitility.await()
        .atMost(TwoRegions.BOUND)
        .until(() -> reactors().size() <= before.size() + CONNECTIONS / 2);
  }

  private static Set<String> reactors() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("reactor-executor"))
        .collect(Collectors.toSet());
  }
}
