package io.twinbus.protocol.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.entity.EntityReading;
import io.twinbus.protocol.settings.EntitySettings;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntityReadingTest {

  private static final RegionName EAST = new RegionName("east");

  @Test
  void anEntityThatIsNotThereIsToBeCreatedOrNamedAnew() {
    EntitySettings audit = new EntitySettings("events", Optional.of("audit"));

    assertThat(EntityReading.missing(audit, EAST))
        .isEqualTo(
            new EntityReading.Missing(
                "There is no subscription 'events/audit' in region east: create it, or correct its"
                    + " name in the configuration."));
  }

  @ParameterizedTest
  @CsvSource({
    "0, the namespace's management does not answer",
    "401, 'reading them needs the right Manage, which this identity does not have'",
    "403, 'reading them needs the right Manage, which this identity does not have'",
    "503, the namespace's management answered with HTTP 503"
  })
  void anEntityThatCannotBeReadIsNotCheckedForAReason(int status, String reason) {
    EntitySettings orders = new EntitySettings("orders", Optional.empty());

    assertThat(EntityReading.unreadable(orders, EAST, status))
        .isEqualTo(
            new EntityReading.Unreadable(
                "The settings of the queue 'orders' in region east are not checked: %s."
                    .formatted(reason)));
  }
}
