package io.twinbus.receiver.region;

import io.twinbus.protocol.entity.EntityCheck;
import io.twinbus.protocol.entity.EntityDescription;
import io.twinbus.protocol.entity.EntityFinding;
import io.twinbus.protocol.entity.EntityReading;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the entities of all regions before the first session is accepted. What cannot be read is
 * warned of and left alone: a region may be away, and receiving needs no right to manage.
 */
final class EntityStartCheck {

  private static final Logger LOG = LoggerFactory.getLogger("io.twinbus.start");

  private final EntityCheck check;

  EntityStartCheck(EntityCheck check) {
    this.check = check;
  }

  /**
   * Warns of what was found.
   *
   * @throws EntityRefusedException with the first finding that forbids to start
   */
  void require(List<EntityReading> readings) throws EntityRefusedException {
    List<EntityDescription> described = new ArrayList<>();
    for (EntityReading reading : readings) {
      if (reading instanceof EntityReading.Described found) {
        described.add(found.description());
      } else if (reading instanceof EntityReading.Missing missing) {
        LOG.warn("{}", missing.sentence());
      } else if (reading instanceof EntityReading.Unreadable unreadable) {
        LOG.warn("{}", unreadable.sentence());
      }
    }
    for (EntityFinding finding : check.check(described)) {
      if (finding.severity() == EntityFinding.Severity.REFUSAL) {
        throw new EntityRefusedException(finding.sentence());
      }
      LOG.warn("{}", finding.sentence());
    }
  }
}
