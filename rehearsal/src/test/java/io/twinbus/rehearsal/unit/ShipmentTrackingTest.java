package io.twinbus.rehearsal.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.rehearsal.input.InputMessage;
import io.twinbus.rehearsal.input.MessageBatch;
import io.twinbus.rehearsal.input.ShipmentTracking;
import io.twinbus.rehearsal.verify.Verification;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShipmentTrackingTest {

  @Test
  void theSameSeedGivesTheSameStream() {
    assertThat(new ShipmentTracking(7).events(500)).isEqualTo(new ShipmentTracking(7).events(500));
    assertThat(new ShipmentTracking(7).events(50)).isNotEqualTo(new ShipmentTracking(8).events(50));
  }

  @Test
  void manyParcelsAreUnderWayAndEachIsAChain() {
    List<InputMessage> events = new ShipmentTracking(1).events(3000);

    long parcels = events.stream().map(InputMessage::session).distinct().count();

    assertThat(parcels).isGreaterThan(300);
    assertThat(new Verification(new MessageBatch(events), null).isChained()).isTrue();
  }
}
