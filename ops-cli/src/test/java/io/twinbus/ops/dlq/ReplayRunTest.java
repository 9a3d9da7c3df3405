package io.twinbus.ops.dlq;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import com.azure.messaging.servicebus.models.SubQueue;
import io.twinbus.local.LocalStack;
import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.local.servicebus.faults.Effect;
import io.twinbus.local.servicebus.faults.Fault;
import io.twinbus.local.servicebus.faults.FaultCondition;
import io.twinbus.local.servicebus.faults.Operation;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.servicebus.QueuedCopy;
import io.twinbus.ops.servicebus.RegionLooks;
import io.twinbus.protocol.Headers;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a run leaves behind: locks, the messages sent again, their standby copies. */
class ReplayRunTest {

  private static final CliContext CONTEXT = CliContext.ofThisMachine();

  /** Long before the lock of a letter that is not given back ends. */
  private static final Duration AT_ONCE = Duration.ofSeconds(10);

  private static final Map<String, Object> PLACE =
      new SequencedHeaders(
              new Position(new StreamId("s"), 1, 0),
              null,
              new RegionName("east"),
              Instant.now(),
              null)
          .toProperties();

  @AutoClose private final LocalStack stack = LocalStack.builder().start();

  private final ClusterSettings cluster =
      ClusterSettings.from(
          FlatSettings.of(
              Map.of(
                  "twinbus.regions.east.connection-string", stack.connectionString("east"),
                  "twinbus.regions.west.connection-string", stack.connectionString("west"))));

  /** It has to lock what stands before its own letters; the next act needs those at once. */
  @Test
  void lettersThatItDidNotMeanAreGivenBack() {
    kill("other");
    kill("meant");
    try (ReplayRun run =
        new ReplayRun(
            CONTEXT, cluster, new CommonOptions(), new ReplayRun.Manner("ann", null, 100))) {

      run.run(removalOf("meant"), List.of());

      assertThat(run.removed()).isEqualTo(1);
      assertThat(run.isWhole()).isTrue();
      try (ServiceBusReceiverClient next =
          client("east")
              .receiver()
              .queueName("orders")
              .subQueue(SubQueue.DEAD_LETTER_QUEUE)
              .disableAutoComplete()
              .buildClient()) {
        assertThat(next.receiveMessages(1, AT_ONCE))
            .extracting(ServiceBusReceivedMessage::getSessionId)
            .containsExactly("other");
      }
    }
  }

  /** Its stream waits for it: it is still the message of that place, and its other copy may run. */
  @Test
  void aLetterThatIsPutBackKeepsItsPlaceAndItsStandbyCopy() {
    kill("meant");
    standBy("meant");

    try (ReplayRun run = run(ReplayRule.Step.IN_PLACE)) {
      assertThat(run.sent()).isEqualTo(1);
      assertThat(run.cancelled()).isZero();
    }

    assertThat(again().keySet()).containsAll(PLACE.keySet());
    assertThat(again()).doesNotContainKeys(Headers.REPLAY);
  }

  /** It runs under a record of its own: its standby copy would only become a letter anew. */
  @Test
  void aLetterThatIsSentAtTheEndLosesItsPlaceAndItsStandbyCopy() {
    kill("meant");
    standBy("meant");

    try (ReplayRun run = run(ReplayRule.Step.AT_END)) {
      assertThat(run.sent()).isEqualTo(1);
      assertThat(run.cancelled()).isEqualTo(1);
    }

    assertThat(again()).containsKey(Headers.REPLAY).doesNotContainKeys(Headers.SEQ);
  }

  /** The second would only be dropped by the message's record, if that still stands by then. */
  @Test
  void aMessageWithADeadCopyInEachRegionIsSentOnceAndBothCopiesGo() {
    kill("meant");
    kill("meant", "west");

    try (ReplayRun run = new ReplayRun(CONTEXT, cluster, new CommonOptions(), manner())) {
      run.run(planOf("meant", ReplayRule.Step.AT_END), List.of());

      assertThat(run.removed()).isEqualTo(2);
      assertThat(run.isWhole()).isTrue();
    }

    assertThat(counts(home()).active()).isEqualTo(1);
    assertThat(counts(other()).scheduled()).as("the standby copy").isEqualTo(1);
    assertThat(counts(home()).unsettled() + counts(other()).unsettled()).isEqualTo(2);
  }

  /** The other region waits for the home no longer than it must. */
  @Test
  void whereTheHomeTakesNothingTheOtherRegionHasTheMessageAtOnce() {
    kill("meant", other());
    stack.region(home()).faults().inject(refusals());

    try (ReplayRun run = new ReplayRun(CONTEXT, cluster, new CommonOptions(), manner())) {
      run.run(planOf("meant", ReplayRule.Step.AT_END), List.of());

      assertThat(run.sent()).isEqualTo(1);
      assertThat(run.removed()).isEqualTo(1);
      assertThat(run.isWhole()).as("a region did not answer").isFalse();
    }

    assertThat(counts(other()).active()).isEqualTo(1);
    assertThat(counts(other()).scheduled()).isZero();
  }

  /** It is the only copy of the message that there is. */
  @Test
  void aLetterThatNoRegionTakesStaysWhereItIs() {
    kill("meant");
    stack.region("east").faults().inject(refusals());
    stack.region("west").faults().inject(refusals());

    try (ReplayRun run = new ReplayRun(CONTEXT, cluster, new CommonOptions(), manner())) {
      run.run(planOf("meant", ReplayRule.Step.AT_END), List.of());

      assertThat(run.failed()).isEqualTo(1);
      assertThat(run.removed()).isZero();
      assertThat(run.isWhole()).isFalse();
    }

    assertThat(counts("east").deadLettered()).isEqualTo(1);
  }

  private static Fault refusals() {
    return Fault.before(Operation.SEND, Effect.fail(FaultCondition.QUOTA_EXCEEDED)).times(100);
  }

  private static ReplayRun.Manner manner() {
    return new ReplayRun.Manner("ann", null, 100);
  }

  private String home() {
    return cluster.home().homeOf(new SessionId("meant"), cluster.regionNames()).value();
  }

  private String other() {
    return home().equals("east") ? "west" : "east";
  }

  private EntityCounts counts(String region) {
    return stack.region(region).counts().get(0);
  }

  /** A run that does {@code step} with the one letter, and knows of the one standby copy. */
  private ReplayRun run(ReplayRule.Step step) {
    ReplayRun run =
        new ReplayRun(
            CONTEXT, cluster, new CommonOptions(), new ReplayRun.Manner("ann", null, 100));
    List<QueuedCopy> standby =
        new RegionLooks(CONTEXT.queues(), cluster)
            .look(10, copy -> copy.place() == QueuedCopy.Place.SCHEDULED).stream()
                .flatMap(region -> region.copies().stream())
                .toList();
    assertThat(standby).hasSize(1);
    run.run(planOf("meant", step), standby);
    return run;
  }

  /** What the message that was sent again carries, in its home. */
  private Map<String, Object> again() {
    RegionName home = cluster.home().homeOf(new SessionId("meant"), cluster.regionNames());
    try (ServiceBusReceiverClient peeking =
        client(home.value())
            .sessionReceiver()
            .queueName("orders")
            .buildClient()
            .acceptSession("meant")) {
      return peeking.peekMessages(10).stream()
          .filter(copy -> copy.getScheduledEnqueueTime() == null)
          .reduce((first, second) -> second)
          .orElseThrow()
          .getApplicationProperties();
    }
  }

  /** The same message waits in the other region for its time. */
  private void standBy(String session) {
    try (ServiceBusSenderClient sender =
        client("west").sender().queueName("orders").buildClient()) {
      sender.scheduleMessage(
          message(session), OffsetDateTime.now(ZoneOffset.UTC).plus(Duration.ofHours(1)));
    }
  }

  private static ServiceBusMessage message(String session) {
    ServiceBusMessage message = new ServiceBusMessage("{}").setMessageId("m").setSessionId(session);
    message.getApplicationProperties().putAll(PLACE);
    return message;
  }

  private ReplayPlan removalOf(String session) {
    return planOf(session, ReplayRule.Step.REMOVE);
  }

  private ReplayPlan planOf(String session, ReplayRule.Step step) {
    List<ReplayPlan.Item> items =
        Letter.among(
                new RegionLooks(CONTEXT.queues(), cluster)
                    .lookAtLetters(10, copy -> copy.names().session().equals(session)))
            .stream()
            .map(letter -> new ReplayPlan.Item(letter, step, Optional.empty(), Optional.empty()))
            .toList();
    assertThat(items).hasSize(1);
    return new ReplayPlan(items, Map.of());
  }

  private void kill(String session) {
    kill(session, "east");
  }

  private void kill(String session, String region) {
    try (ServiceBusSenderClient sender =
        client(region).sender().queueName("orders").buildClient()) {
      sender.sendMessage(message(session));
    }
    try (ServiceBusSessionReceiverClient receivers =
            client(region)
                .sessionReceiver()
                .queueName("orders")
                .disableAutoComplete()
                .buildClient();
        ServiceBusReceiverClient receiver = receivers.acceptSession(session)) {
      receiver.deadLetter(receiver.receiveMessages(1).iterator().next());
    }
  }

  private ServiceBusClientBuilder client(String region) {
    return new ServiceBusClientBuilder().connectionString(stack.connectionString(region));
  }
}
