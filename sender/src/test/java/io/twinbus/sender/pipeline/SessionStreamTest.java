package io.twinbus.sender.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.message.OutboundMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a stream tells the journal, and how it goes on from that. */
class SessionStreamTest {

  private static final SessionId SESSION = new SessionId("parcel-1");
  private static final StreamId ID = new StreamId("stream");
  private static final MonotonicTime NOW = new MonotonicTime(0);
  private static final Instant SENT = Instant.parse("2026-11-01T00:00:00Z");
  private static final int WEST = 1;

  private final SessionStream stream = new SessionStream(ID, false, 0, NOW);

  @Test
  void aStreamWithoutMessagesCountsFromNothing() {
    assertThat(counterOf(stream)).isEqualTo(counter(0, 0, null));
  }

  @Test
  void itTellsWhatWasAcceptedBeforeTheFirstUnsettledMessage() {
    PendingMessage first = append();
    stream.accepted(first);
    append();
    append();

    assertThat(counterOf(stream)).isEqualTo(counter(3, 1, SENT));
  }

  @Test
  void itTellsOfTheLastAcceptedMessageWhenAllAreSettled() {
    stream.accepted(append());
    stream.accepted(append());

    assertThat(counterOf(stream)).isEqualTo(counter(2, 2, SENT));
  }

  @Test
  void aMessageThatFailedIsPassedOver() {
    stream.accepted(append());
    PendingMessage failed = append();
    PendingMessage behind = append();

    assertThat(stream.failed(failed, false)).as("none fails with it").isNull();

    assertThat(behind.predecessor).isNull();
    assertThat(behind.lastAccepted.seq()).isEqualTo(1);
    assertThat(stream.live()).isEqualTo(3);
    assertThat(counterOf(stream)).isEqualTo(counter(3, 1, SENT));
  }

  @Test
  void theMessageBehindFailsToo() {
    PendingMessage failed = append();
    PendingMessage behind = append();

    assertThat(stream.failed(failed, true)).isSameAs(behind);
    assertThat(stream.failed(behind, true)).isNull();
    assertThat(stream.hasUnsettled()).isFalse();
  }

  @Test
  void itGoesOnWhereTheJournalSays() {
    stream.restore(counter(7, 5, SENT));

    assertThat(stream.live()).isEqualTo(5);
    assertThat(counterOf(stream)).isEqualTo(counter(7, 5, SENT));
    assertThat(append().seq()).isEqualTo(8);
  }

  @Test
  void aRestoredStreamIsKnownUnderItsKeyAndItsSessionsHome() {
    SessionStreams streams =
        new SessionStreams(4, Duration.ofMinutes(1), () -> new StreamId("fresh"), session -> WEST);
    StreamKey own = new StreamKey(SESSION, null);
    StreamKey explicit = new StreamKey(SESSION, ID);

    SessionStream sendersOwn = streams.restore(own, counter(7, 5, SENT), NOW);
    SessionStream applications =
        streams.restore(
            explicit,
            new JournalRecord.Counter(
                SESSION,
                ID,
                JournalRecord.Kind.EXPLICIT,
                9,
                new JournalRecord.Mark(6, SENT),
                List.of(new JournalRecord.Failed(8, new MessageId("m")))),
            NOW);

    assertThat(streams.of(own, NOW)).isSameAs(sendersOwn);
    assertThat(streams.of(explicit, NOW)).isSameAs(applications);
    assertThat(sendersOwn.numbers()).as("the sender counts").isNull();
    assertThat(applications.numbers()).isNotNull();
    assertThat(sendersOwn.home()).isEqualTo(WEST);
    assertThat(sendersOwn.live()).isEqualTo(5);
    List<JournalRecord.Counter> told = new ArrayList<>();
    streams.export(told);
    assertThat(told)
        .extracting(
            JournalRecord.Counter::kind, JournalRecord.Counter::last, each -> each.failed().size())
        .containsExactlyInAnyOrder(
            tuple(JournalRecord.Kind.OWN, 7L, 0), tuple(JournalRecord.Kind.EXPLICIT, 9L, 1));
  }

  @Test
  void streamsWithCopiesUnderWayDoNotKeepTheIdleOnesBehindThem() {
    SessionStreams streams =
        new SessionStreams(30, Duration.ofHours(1), () -> new StreamId("fresh"), session -> WEST);
    for (int n = 0; n < 20; n++) {
      PendingMessage underWay = appendTo(streams.of(key("busy" + n), NOW));
      assertThat(underWay.seq()).isOne();
    }
    for (int n = 0; n < 100; n++) {
      assertThat(streams.of(key("idle" + n), NOW).isIdle()).isTrue();
    }

    assertThat(streams.size()).as("eight are looked at for each new one").isBetween(30, 33);
    assertThat(streams.of(key("busy3"), NOW).isIdle()).as("it is still known").isFalse();
  }

  private static StreamKey key(String session) {
    return new StreamKey(new SessionId(session), null);
  }

  private PendingMessage append() {
    return appendTo(stream);
  }

  private static PendingMessage appendTo(SessionStream stream) {
    OutboundMessage message = OutboundMessage.of(SESSION.value(), "id").build();
    return stream.append(new PendingMessage.Intake(1, message, SENT, NOW, 0), 2, NOW);
  }

  private static JournalRecord.Counter counterOf(SessionStream stream) {
    return stream.counter(SESSION, JournalRecord.Kind.OWN);
  }

  private static JournalRecord.Counter counter(long last, long accepted, @Nullable Instant sentAt) {
    return new JournalRecord.Counter(
        SESSION,
        ID,
        JournalRecord.Kind.OWN,
        last,
        new JournalRecord.Mark(accepted, sentAt),
        List.of());
  }
}
