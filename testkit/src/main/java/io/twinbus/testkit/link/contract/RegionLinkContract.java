package io.twinbus.testkit.link.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.pipeline.BatchId;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.RefusalKind;
import io.twinbus.sender.pipeline.WireMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * What every {@link io.twinbus.sender.link.RegionLink} must do; a test class inherits it and says
 * which link it means.
 */
public abstract class RegionLinkContract {

  private static final RegionName EAST = new RegionName("east");
  private static final long PATIENCE_SECONDS = 40;
  private static final int TOO_LARGE = 300 * 1024;
  private static final int ATTEMPTS = 40;

  private final BlockingQueue<Event> heard = new LinkedBlockingQueue<>();
  private long number;

  /** For the class that says which link it means. */
  protected RegionLinkContract() {}

  /** The link under test; another one, or an empty region, for each test. */
  protected abstract LinkSite site();

  @Test
  void aBatchIsTakenInItsOrder() {
    assertThat(outcome(batch("a", "b", "c"))).isInstanceOf(Event.Accepted.class);

    assertThat(site().taken()).containsExactly("a", "b", "c");
  }

  @Test
  void batchesSentOneAfterTheOtherArriveSo() {
    for (int n = 0; n < 20; n++) {
      assertThat(outcome(batch("m" + n))).isInstanceOf(Event.Accepted.class);
    }

    assertThat(site().taken()).isEqualTo(IntStream.range(0, 20).mapToObj(n -> "m" + n).toList());
  }

  @Test
  void eachBatchHasOneOutcomeWithItsName() {
    List<BatchId> sent = new ArrayList<>();
    for (int n = 0; n < 20; n++) {
      Effect.SendBatch batch = batch("m" + n);
      sent.add(batch.batch());
      site().link().send(batch, heard::add);
    }

    List<BatchId> answered = new ArrayList<>();
    for (int n = 0; n < 20; n++) {
      Event outcome = nextOutcome();
      assertThat(outcome).isInstanceOf(Event.Accepted.class);
      answered.add(((Event.Accepted) outcome).batch());
    }
    assertThat(answered).containsExactlyInAnyOrderElementsOf(sent);
    assertThat(site().taken()).hasSize(20);
  }

  @Test
  void theLinkTellsHowMuchItTakes() {
    site().link().send(batch("a"), heard::add);

    Event first = next();
    assertThat(first).isInstanceOf(Event.LinkLimit.class);
    assertThat(((Event.LinkLimit) first).maxBytes()).isGreaterThanOrEqualTo(200 * 1024);
    assertThat(next()).isInstanceOf(Event.Accepted.class);
  }

  @Test
  void aBatchWithAMessageThatCannotBeSentIsRefusedAsAWhole() {
    Effect.SendBatch batch =
        new Effect.SendBatch(id(), List.of(message("a", 1, 10), message("b", 2, TOO_LARGE)));

    Event outcome = outcome(batch);

    assertRefused(outcome, RefusalKind.MESSAGE);
    assertThat(((Event.Refused) outcome).doubtful()).isFalse();
    assertThat(outcome(batch("c"))).isInstanceOf(Event.Accepted.class);
    assertThat(site().taken()).containsExactly("c");
  }

  @Test
  void aScheduledMessageIsTakenToo() {
    Instant later = Instant.now().plusSeconds(3600);

    Event outcome =
        outcome(new Effect.SendBatch(id(), List.of(message("a", 1, 10).scheduledAt(later))));

    assertThat(outcome).isInstanceOf(Event.Accepted.class);
    assertThat(site().taken()).containsExactly("a");
  }

  @Test
  void aLostAnswerIsADoubtAndTheBatchIsThere() {
    LinkSite.Mishaps mishaps = mishaps();
    assertThat(outcome(batch("a"))).isInstanceOf(Event.Accepted.class);

    mishaps.loseNextReply();
    Event outcome = outcome(batch("b"));

    assertThat(outcome).isInstanceOf(Event.Unanswered.class);
    assertThat(site().taken()).containsExactly("a", "b");
  }

  @Test
  void aBusyRegionHasNothingAndTakesItLater() {
    LinkSite.Mishaps mishaps = mishaps();
    assertThat(outcome(batch("a"))).isInstanceOf(Event.Accepted.class);

    mishaps.putNextOff();
    Event outcome = outcome(batch("b"));

    assertRefused(outcome, RefusalKind.TRANSIENT);
    assertThat(site().taken()).containsExactly("a");
    untilAccepted("c");
  }

  @Test
  void aRegionThatIsAwayIsSaidToBeSoAndComesBack() {
    LinkSite.Mishaps mishaps = mishaps();
    assertThat(outcome(batch("a"))).isInstanceOf(Event.Accepted.class);

    mishaps.regionDown();
    Event outcome = outcome(batch("b"));
    mishaps.regionUp();

    assertThat(outcome).isInstanceOfAny(Event.Refused.class, Event.Unanswered.class);
    untilAccepted("c");
    assertThat(site().taken()).contains("a", "c");
  }

  @Test
  void aDisabledEntityRefusesAndTakesAgainWhenItIsOpen() {
    LinkSite.Mishaps mishaps = mishaps();

    mishaps.disable();
    Event outcome = outcome(batch("a"));
    mishaps.enable();

    assertRefused(outcome, RefusalKind.ENTITY);
    untilAccepted("b");
  }

  @Test
  void afterClosingABatchIsNotAcceptedAndNotForgotten() {
    assertThat(outcome(batch("a"))).isInstanceOf(Event.Accepted.class);

    site().link().close();

    assertThat(outcome(batch("b"))).isInstanceOfAny(Event.Refused.class, Event.Unanswered.class);
    assertThat(site().taken()).containsExactly("a");
  }

  private void untilAccepted(String id) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (outcome(batch(id)) instanceof Event.Accepted) {
        return;
      }
    }
    throw new AssertionError("The region is well again, and takes nothing.");
  }

  private LinkSite.Mishaps mishaps() {
    return site()
        .mishaps()
        .orElseGet(() -> Assumptions.abort("nothing can be done to this region"));
  }

  private static void assertRefused(Event outcome, RefusalKind kind) {
    assertThat(outcome).isInstanceOf(Event.Refused.class);
    assertThat(((Event.Refused) outcome).kind()).isEqualTo(kind);
  }

  private Event outcome(Effect.SendBatch batch) {
    site().link().send(batch, heard::add);
    return nextOutcome();
  }

  private Event nextOutcome() {
    Event event = next();
    while (event instanceof Event.LinkLimit) {
      event = next();
    }
    return event;
  }

  private Event next() {
    try {
      @Nullable Event event = heard.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (event == null) {
        throw new AssertionError("A batch has had no outcome for " + PATIENCE_SECONDS + " s.");
      }
      return event;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("The test was interrupted.", e);
    }
  }

  private BatchId id() {
    return new BatchId(EAST, 0, ++number);
  }

  private Effect.SendBatch batch(String... ids) {
    List<WireMessage> messages = new ArrayList<>();
    for (String id : ids) {
      messages.add(message(id, messages.size() + 1, 10));
    }
    return new Effect.SendBatch(id(), messages);
  }

  private static WireMessage message(String id, long seq, int bytes) {
    OutboundMessage message = OutboundMessage.of("session", id).body("x".repeat(bytes)).build();
    SequencedHeaders headers =
        new SequencedHeaders(
            new Position(new StreamId("stream-" + id), seq, seq - 1),
            seq == 1 ? null : Instant.now(),
            EAST,
            Instant.now(),
            null);
    return new WireMessage(message, headers, null, null);
  }
}
