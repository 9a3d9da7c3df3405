package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.InstanceId;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class InstanceIdTest {

  @Test
  void everyStartHasAnIdOfItsOwn() {
    Set<InstanceId> ids = new HashSet<>();
    for (int start = 0; start < 1_000; start++) {
      ids.add(InstanceId.random(new SecureRandom()));
    }

    assertThat(ids).hasSize(1_000);
  }
}
