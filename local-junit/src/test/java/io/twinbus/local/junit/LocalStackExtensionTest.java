package io.twinbus.local.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.local.LocalStack;
import io.twinbus.local.faults.Injected;
import io.twinbus.local.network.Outage;
import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.faults.Fault;
import io.twinbus.local.servicebus.faults.Operation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LocalStackExtensionTest {
  @RegisterExtension
  static final LocalStackExtension AZURE =
      LocalStackExtension.with(
          stack -> stack.regions("north").queues(QueueSettings.plainQueue("jobs")));

  @RegisterExtension final LocalStackExtension own = LocalStackExtension.ofDefaults().keepingData();

  @Test
  @Order(1)
  void itHandsOutWhatClientsNeed() throws IOException {
    assertThat(AZURE.connectionString("north")).startsWith("Endpoint=sb://127.0.0.1:");
    assertThat(AZURE.ledgerKey()).isNotEmpty();
    URI ledger = URI.create(AZURE.ledgerEndpoint());
    new Socket(InetAddress.getLoopbackAddress(), ledger.getPort()).close();
    assertThat(AZURE.stack().region("north").counts())
        .extracting(EntityCounts::entity)
        .containsExactly("jobs");
    assertThat(own.stack()).isNotSameAs(AZURE.stack());
  }

  @Test
  @Order(2)
  void aTestMayLeaveFaultsBehind() {
    AZURE.stack().region("north").faults().inject(Fault.throttle(Operation.SEND).times(100));
    AZURE.stack().region("north").outage(Outage.REFUSE);
    AZURE.stack().ledger().latency(Duration.ofSeconds(1));
  }

  @Test
  @Order(3)
  void theNextTestMeetsNoneOfThem() {
    assertThat(AZURE.stack().region("north").faults().all())
        .isNotEmpty()
        .noneMatch(Injected::active);
    assertThat(AZURE.stack().region("north").listener().outage()).isEmpty();
    assertThat(AZURE.stack().ledger().listener().latency().toServer().isZero()).isTrue();
  }

  @Nested
  class InANestedClass {
    @Test
    void theSameStackServes() {
      assertThat(AZURE.stack().regions()).containsOnlyKeys("north");
    }
  }

  @Test
  void aWarmStackStartsWithinASecond() {
    long quickest = Long.MAX_VALUE;
    for (int round = 0; round < 10; round++) { // a busy machine may slow down some of them
      long start = System.nanoTime();
      try (LocalStack stack = LocalStack.builder().start()) {
        assertThat(stack.regions()).hasSize(2);
      }
      quickest = Math.min(quickest, System.nanoTime() - start);
    }
    Duration took = Duration.ofNanos(quickest);
    System.out.println("A local stack started and closed in " + took.toMillis() + " ms.");

    assertThat(took).isLessThan(Duration.ofSeconds(1));
  }

  @Test
  void outsideOfTestsThereIsNoStack() {
    LocalStackExtension idle = LocalStackExtension.ofDefaults();

    assertThatThrownBy(idle::stack).isInstanceOf(IllegalStateException.class);
  }
}
