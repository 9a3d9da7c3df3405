package io.twinbus.sender.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.ReplyAddress;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.sender.Sender;
import io.twinbus.sender.link.ReplySources;
import io.twinbus.sender.link.ReplySources.Arrival;
import io.twinbus.sender.message.InvalidMessageException;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Reply;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.RefusalKind;
import io.twinbus.sender.request.ReplySender;
import io.twinbus.sender.request.RequestClient;
import io.twinbus.sender.request.RequestOutcome;
import io.twinbus.sender.settings.SenderSettings;
import io.twinbus.sender.settings.WhenFull;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it looks at the threads of this JVM")
class RequestClientTest {

  private static final Duration BOUND = Duration.ofSeconds(20);
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration SHORT = Duration.ofMillis(50);

  private final FlatSettings configuration =
      FlatSettings.of(
          Map.of(
              "twinbus.regions.east.namespace", "east.example.net",
              "twinbus.regions.west.namespace", "west.example.net"));
  private final ClusterSettings cluster = ClusterSettings.from(configuration);
  private final List<Consumer<Arrival>> regions = new CopyOnWriteArrayList<>();
  private final Deque<Runnable> open = new ArrayDeque<>();
  private int closedSources;
  private Sender lastSender = sender(FakeLinks.accepting());

  private final ReplySources sources =
      (region, queue, session, sink) -> {
        regions.add(sink);
        return () -> closedSources++;
      };

  @AfterEach
  void close() {
    while (!open.isEmpty()) {
      open.pop().run();
    }
  }

  @Test
  void takesTheFirstCopyOfAReplyAndDropsTheOther() {
    RequestClient client = client(FakeLinks.accepting(), 10);
    CompletableFuture<RequestOutcome> outcome = client.request(request("1"), LONG);

    arrive(0, "1", "reply-1");
    arrive(1, "1", "reply-1");

    assertThat(await(outcome).answer().orElseThrow().body().utf8()).isEqualTo("reply-1");
    assertThat(client.statistics().answered()).isEqualTo(1);
    assertThat(client.statistics().duplicates()).isEqualTo(1);
    assertThat(client.statistics().outstanding()).isZero();
  }

  @Test
  void tellsRepliesApartByWhatTheyAnswer() {
    RequestClient client = client(FakeLinks.accepting(), 10);
    CompletableFuture<RequestOutcome> first = client.request(request("1"), LONG);
    CompletableFuture<RequestOutcome> second = client.request(request("2"), LONG);

    arrive(0, "2", "reply-2");
    arrive(1, "1", "reply-1");

    assertThat(await(first).answer().orElseThrow().id().value()).isEqualTo("reply-1");
    assertThat(await(second).answer().orElseThrow().id().value()).isEqualTo("reply-2");
  }

  @Test
  void dropsAndCountsALateReply() {
    RequestClient client = client(FakeLinks.accepting(), 10);

    assertThat(await(client.request(request("1"), SHORT)))
        .isEqualTo(new RequestOutcome.TimedOut(SHORT, Optional.empty()));
    arrive(0, "1", "reply-1");
    arrive(1, "1", "reply-1");
    arrive(1, "never-asked", "reply-x");

    assertThat(client.statistics())
        .matches(all -> all.timedOut() == 1 && all.late() == 1)
        .matches(all -> all.duplicates() == 1 && all.unmatched() == 1);
  }

  @Test
  void answersARequestThatIsSentAgainUnderItsId() {
    RequestClient client = client(FakeLinks.accepting(), 10);
    assertThat(await(client.request(request("1"), SHORT)).answer()).isEmpty();
    arrive(0, "1", "reply-1");

    CompletableFuture<RequestOutcome> again = client.request(request("1"), LONG);
    arrive(1, "1", "reply-1");

    assertThat(await(again).answer()).isPresent();
  }

  @Test
  void boundsWhatIsOutstanding() {
    RequestClient client = client(FakeLinks.accepting(), 2);
    assertThat(client.request(request("1"), LONG)).isNotDone();
    CompletableFuture<RequestOutcome> second = client.request(request("2"), LONG);

    assertThat(await(client.request(request("3"), LONG))).isEqualTo(new RequestOutcome.TooMany(2));
    arrive(0, "2", "reply-2");
    await(second);

    assertThat(client.request(request("4"), LONG)).isNotDone();
    assertThat(client.statistics().refused()).isEqualTo(1);
  }

  @Test
  void saysAtOnceThatNoRegionHasTheRequest() {
    FakeLinks refusing =
        new FakeLinks(
            batch -> new Event.Refused(batch, RefusalKind.MESSAGE, LaneHarness.PROBLEM, false));
    RequestClient client = client(refusing, 10);

    assertThat(await(client.request(request("1"), LONG)))
        .isInstanceOf(RequestOutcome.NotSent.class);
    assertThat(client.statistics().notSent()).isEqualTo(1);
  }

  @Test
  void waitsOnWhereARegionMayHaveTheRequest() {
    FakeLinks silent = new FakeLinks(batch -> new Event.Unanswered(batch, LaneHarness.PROBLEM));
    RequestClient client = client(silent, 10);

    CompletableFuture<RequestOutcome> answered = client.request(request("1"), LONG);
    Awaitility.await().atMost(BOUND).until(() -> lastSender.statistics().failed() == 1);
    arrive(0, "1", "reply-1");

    assertThat(await(answered).answer()).isPresent();
  }

  @Test
  void endsWhatWaitsWhenItCloses() {
    RequestClient client = client(FakeLinks.accepting(), 10);
    CompletableFuture<RequestOutcome> waiting = client.request(request("1"), LONG);

    client.close();

    assertThat(await(waiting)).isEqualTo(new RequestOutcome.Closed());
    assertThat(await(client.request(request("2"), LONG))).isEqualTo(new RequestOutcome.Closed());
    assertThat(closedSources).isEqualTo(2);
  }

  /** A dependent of an outcome would else wait for its turn, and threads would pile up. */
  @Test
  void leavesNoThreadBehindWhenItCloses() {
    Set<Thread> before = threads();
    RequestClient client = client(FakeLinks.accepting(), 10);
    CompletableFuture<RequestOutcome> answered = client.request(request("1"), LONG);
    arrive(0, "1", "reply-1");
    await(answered);
    assertThat(threads()).hasSizeGreaterThan(before.size());

    client.close();

    Awaitility.await().atMost(BOUND).until(() -> before.containsAll(threads()));
  }

  @Test
  void leavesNothingOpenWhereOneRegionCannotBeReceivedFrom() {
    Set<Thread> before = threads();
    ReplySources failing =
        (region, queue, session, sink) -> {
          if (!regions.isEmpty()) {
            throw new IllegalStateException("no credential");
          }
          regions.add(sink);
          return () -> closedSources++;
        };

    assertThatThrownBy(() -> RequestClient.builder(lastSender, cluster).sources(failing).build())
        .hasMessage("no credential");

    assertThat(closedSources).isEqualTo(1);
    Awaitility.await().atMost(BOUND).until(() -> before.containsAll(threads()));
  }

  /** Timeouts may be hours: the alarm of a request that has ended must not keep it so long. */
  @Test
  void forgetsARequestThatIsAnswered() {
    RequestClient client = client(FakeLinks.accepting(), 10);
    WeakReference<CompletableFuture<RequestOutcome>> outcome =
        new WeakReference<>(client.request(request("1"), LONG));
    arrive(0, "1", "reply-1");

    Awaitility.await()
        .atMost(BOUND)
        .until(
            () -> {
              System.gc();
              return outcome.get() == null;
            });
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("twinbus-request-"))
        .collect(Collectors.toSet());
  }

  @Test
  void refusesWhatCannotBeAskedInOneSentence() {
    RequestClient client = client(FakeLinks.accepting(), 10);
    assertThat(client.request(request("1"), LONG)).isNotDone();

    assertThatThrownBy(() -> client.request(request("1"), LONG))
        .isInstanceOf(InvalidMessageException.class)
        .hasMessageContaining("waits for its reply already");
    assertThatThrownBy(() -> client.request(request("2"), Duration.ZERO))
        .isInstanceOf(InvalidMessageException.class);
    assertThatThrownBy(() -> client(FakeLinks.accepting(), 0))
        .isInstanceOf(InvalidSettingException.class);
  }

  @Test
  void makesTheSameReplyForEachRunOfAHandler() {
    ReplyAddress address =
        new ReplyAddress("replies", new SessionId("me"), new MessageId("x".repeat(1000)));

    OutboundMessage reply = ReplySender.to(address).body("done").build();

    assertThat(reply.id()).isEqualTo(ReplySender.to(address).build().id());
    assertThat(reply.session().value()).isEqualTo("me");
    assertThat(reply.correlationId()).contains(address.request().wire());
  }

  @Test
  void refusesAReplyToAQueueThatItsSenderDoesNotWriteTo() {
    ReplySender replies = new ReplySender(sender(FakeLinks.accepting()), "replies");
    ReplyAddress elsewhere = new ReplyAddress("other", new SessionId("me"), new MessageId("1"));

    assertThatThrownBy(() -> replies.send(elsewhere, reply -> reply))
        .isInstanceOf(InvalidMessageException.class)
        .hasMessageContaining("other")
        .hasMessageContaining("replies");
  }

  private void arrive(int region, String correlationId, String id) {
    Reply reply =
        new Reply(new MessageId(id), Body.ofUtf8(id), Optional.empty(), Optional.empty(), Map.of());
    regions.get(region).accept(new Arrival(Optional.of(correlationId), reply));
  }

  private static OutboundMessage request(String id) {
    return OutboundMessage.of("s", id).body("?").build();
  }

  private RequestClient client(FakeLinks links, int most) {
    RequestClient client =
        RequestClient.builder(sender(links), cluster).sources(sources).maxOutstanding(most).build();
    open.push(client::close);
    Awaitility.await().atMost(BOUND).until(() -> regions.size() >= 2);
    return client;
  }

  private Sender sender(FakeLinks links) {
    Sender sender =
        Sender.builder(configuration)
            .settings(
                SenderSettings.builder()
                    .deliveryTimeout(Duration.ofSeconds(1))
                    .whenFull(WhenFull.FAIL)
                    .build())
            .links(links)
            .build();
    open.push(() -> sender.close(Duration.ZERO));
    lastSender = sender;
    return sender;
  }

  private static <T> T await(CompletableFuture<T> future) {
    return future.orTimeout(BOUND.toMillis(), TimeUnit.MILLISECONDS).join();
  }
}
