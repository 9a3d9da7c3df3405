package io.twinbus.simulation;

import io.twinbus.ledger.rules.Horizon;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEvent;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Bugs that show where the ledger has forgotten a session, or a message speaks of long ago. */
final class TimeMutations {

  private static final Duration FOR_EVER = Duration.ofDays(3_650);

  private TimeMutations() {}

  /** A predecessor is waited for, however long ago it was sent. */
  static Wiring nothingIsLongPast() {
    return new Wiring() {
      @Override
      public FlowSettings flow() {
        FlowSettings real = super.flow();
        FlowSettings.Gaps gaps = real.gaps();
        return new FlowSettings(
            real.pace(),
            real.attempts(),
            real.window(),
            real.commit(),
            new FlowSettings.Gaps(gaps.policy(), gaps.bound(), new Horizon(FOR_EVER)));
      }
    };
  }

  /** A predecessor that was sent long ago has ended, whatever the session's cursor says. */
  static Wiring longPastHasEndedWhateverTheCursorSays() {
    return WorkerMutations.hearing(
        event ->
            event instanceof WorkerEvent.Delivered delivered
                    && delivered.delivery().headers() instanceof ParsedHeaders.Sequenced sequenced
                    && isLongPast(sequenced.headers().previousSentAt())
                ? new WorkerEvent.Delivered(first(delivered.delivery(), sequenced.headers()))
                : event);
  }

  /** A message runs as soon as it is its turn, whatever time it asks for. */
  static Wiring everyMessageMayRunAtOnce() {
    return WorkerMutations.hearing(
        event ->
            event instanceof WorkerEvent.Delivered delivered
                    && delivered.delivery().headers() instanceof ParsedHeaders.Sequenced sequenced
                ? new WorkerEvent.Delivered(atOnce(delivered.delivery(), sequenced.headers()))
                : event);
  }

  private static Delivery atOnce(Delivery delivery, SequencedHeaders headers) {
    return new Delivery(
        delivery.brokerSequence(),
        new ParsedHeaders.Sequenced(
            new SequencedHeaders(
                headers.position(),
                headers.previousSentAt(),
                headers.home(),
                headers.sentAt(),
                headers.expiresAt())),
        delivery.message());
  }

  private static boolean isLongPast(@Nullable Instant sentAt) {
    return sentAt != null && Horizon.ofDefaults().isBeyond(sentAt, ProcessClock.START);
  }

  private static Delivery first(Delivery delivery, SequencedHeaders headers) {
    Position position = headers.position();
    return new Delivery(
        delivery.brokerSequence(),
        new ParsedHeaders.Sequenced(
            new SequencedHeaders(
                new Position(position.stream(), position.seq(), 0),
                null,
                headers.home(),
                headers.sentAt(),
                headers.expiresAt())),
        delivery.message());
  }
}
