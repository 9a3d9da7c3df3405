package io.twinbus.receiver.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class GapSightingsTest {

  private static final SessionId SESSION = new SessionId("s");
  private static final StreamId STREAM = new StreamId("web-1");
  private static final MonotonicTime FIRST = new MonotonicTime(1);
  private static final MonotonicTime LATER = new MonotonicTime(2);

  private final GapSightings sightings = new GapSightings();

  @Test
  void aGapIsKnownSinceItWasFirstSeen() {
    seen(0, FIRST);

    assertThat(seen(0, LATER)).isEqualTo(FIRST);
    assertThat(seen(1, LATER)).as("another gap").isEqualTo(LATER);
  }

  @Test
  void aReportIsKnownApartFromItsGap() {
    seen(0, FIRST);

    assertThat(sightings.report(SESSION, STREAM, 0, Instant.EPOCH, LATER)).isEqualTo(LATER);
    assertThat(sightings.report(SESSION, STREAM, 0, Instant.EPOCH, new MonotonicTime(3)))
        .isEqualTo(LATER);
  }

  @Test
  void whatIsStillAskedAboutOutlivesWhatNobodyAsksAboutAnyMore() {
    seen(0, FIRST);
    seen(1, FIRST);
    for (long other = 2; other < GapSightings.MOST; other++) {
      seen(other, FIRST);
    }

    seen(0, LATER);
    seen(GapSightings.MOST, LATER);

    assertThat(seen(0, LATER)).as("asked about, though the oldest").isEqualTo(FIRST);
    assertThat(seen(1, LATER)).as("forgotten: it counts anew").isEqualTo(LATER);
  }

  private MonotonicTime seen(long gap, MonotonicTime now) {
    return sightings.gap(SESSION, STREAM, gap, now);
  }
}
