package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.cosmos.document.LeaseCodec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LeaseCodecTest {

  @Test
  void aBeatHasAtMostTwoHundredBytes() {
    Random random = new Random(1);
    InstanceLease lease =
        new InstanceLease(
            InstanceId.random(random),
            Long.MAX_VALUE,
            WriteMark.of(WriteId.random(random), Instant.parse("2099-12-31T23:59:59.999Z")));

    byte[] document = LeaseCodec.encode(lease).toString().getBytes(StandardCharsets.UTF_8);

    assertThat(document).hasSizeLessThanOrEqualTo(200);
    assertThat(LeaseCodec.decode(LeaseCodec.encode(lease))).isEqualTo(lease);
  }
}
