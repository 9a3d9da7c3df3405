package io.twinbus.protocol.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.entity.EntityCheck;
import io.twinbus.protocol.entity.EntityDescription;
import io.twinbus.protocol.entity.EntityDescription.Settings;
import io.twinbus.protocol.entity.EntityFinding;
import io.twinbus.protocol.entity.EntityFinding.Severity;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntityCheckTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration FORTNIGHT = Duration.ofDays(14);
  private static final Settings GOOD =
      new Settings(true, false, false, MINUTE, 10, FORTNIGHT, true);

  private final EntityCheck check = new EntityCheck(FORTNIGHT);

  @Test
  void nothingIsFoundWhereAllIsWell() {
    assertThat(check.check(List.of(east(GOOD), west(GOOD)))).isEmpty();
    assertThat(check.check(List.of())).isEmpty();
  }

  @Test
  void withoutSessionsNothingStarts() {
    assertThat(only(new Settings(false, false, false, MINUTE, 10, FORTNIGHT, true)))
        .isEqualTo(
            new EntityFinding(
                Severity.REFUSAL,
                "The queue 'orders' in region east has no sessions, so that nothing keeps an order:"
                    + " create it anew with sessions."));
  }

  @Test
  void duplicateDetectionAndPartitionsAreRefused() {
    List<EntityFinding> findings =
        check.check(List.of(east(new Settings(true, true, true, MINUTE, 10, FORTNIGHT, true))));

    assertThat(findings).hasSize(2).allMatch(finding -> finding.severity() == Severity.REFUSAL);
    assertThat(findings.get(0).sentence()).contains("detects duplicates").endsWith(".");
    assertThat(findings.get(1).sentence()).contains("is partitioned").endsWith(".");
  }

  @Test
  void aShortLockIsWarnedOf() {
    assertWarning(
        only(new Settings(true, false, false, Duration.ofSeconds(29), 10, FORTNIGHT, true)),
        "locks a session for 29 s");
    assertThat(
            check.check(
                List.of(
                    east(
                        new Settings(
                            true, false, false, EntityCheck.SHORT_LOCK, 10, FORTNIGHT, true)))))
        .isEmpty();
  }

  @Test
  void aLowDeliveryCountIsWarnedOf() {
    assertWarning(
        only(new Settings(true, false, false, MINUTE, 9, FORTNIGHT, true)), "after 9 deliveries");
  }

  @Test
  void aTimeToLiveBelowTheRetentionIsWarnedOf() {
    assertWarning(
        only(new Settings(true, false, false, MINUTE, 10, Duration.ofDays(13), true)),
        "drops messages after 13 d, in one region before the other: set 14 d or more");
  }

  @Test
  void aDisabledEntityIsWarnedOf() {
    assertWarning(
        only(new Settings(true, false, false, MINUTE, 10, FORTNIGHT, false)), "is disabled");
  }

  @Test
  void regionsThatAreNotAlikeAreNamedWithBothValues() {
    Settings other = new Settings(true, false, false, Duration.ofMinutes(5), 10, FORTNIGHT, true);

    List<EntityFinding> findings = check.check(List.of(east(GOOD), west(other)));

    assertThat(findings)
        .containsExactly(
            new EntityFinding(
                Severity.WARNING,
                "For the queue 'orders', the lock duration is 1 min in region east and 5 min in"
                    + " region west: set both alike."));
  }

  @Test
  void everyDifferenceOfEveryRegionIsTold() {
    Settings other = new Settings(true, false, false, MINUTE, 20, Duration.ofDays(15), true);
    EntityDescription north =
        new EntityDescription(new RegionName("north"), "the queue 'orders'", other);

    assertThat(check.check(List.of(east(GOOD), west(other), north)))
        .extracting(EntityFinding::sentence)
        .containsExactly(
            "For the queue 'orders', the maximum delivery count is 10 in region east and 20 in"
                + " region west: set both alike.",
            "For the queue 'orders', the time to live is 14 d in region east and 15 d in region"
                + " west: set both alike.",
            "For the queue 'orders', the maximum delivery count is 10 in region east and 20 in"
                + " region north: set both alike.",
            "For the queue 'orders', the time to live is 14 d in region east and 15 d in region"
                + " north: set both alike.");
  }

  @ParameterizedTest
  @CsvSource({"PT0S, 0 min", "PT90S, 90 s", "PT2M, 2 min", "PT24H, 1 d", "PT25H, 1500 min"})
  void aTimeIsSaidInWholeDaysOrMinutesOrElseInSeconds(Duration time, String inWords) {
    assertWarning(
        only(new Settings(true, false, false, MINUTE, 10, time, true)),
        "drops messages after %s, in".formatted(inWords));
  }

  @Test
  void refusalsComeFirst() {
    Settings bad = new Settings(false, false, false, Duration.ofSeconds(5), 1, MINUTE, false);

    List<EntityFinding> findings = check.check(List.of(east(bad)));

    assertThat(findings).hasSize(5);
    assertThat(findings.get(0).severity()).isEqualTo(Severity.REFUSAL);
  }

  private EntityFinding only(Settings settings) {
    List<EntityFinding> findings = check.check(List.of(east(settings)));
    assertThat(findings).hasSize(1);
    return findings.get(0);
  }

  private static void assertWarning(EntityFinding finding, String part) {
    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    assertThat(finding.sentence()).contains(part).startsWith("The queue").endsWith(".");
  }

  private static EntityDescription east(Settings settings) {
    return new EntityDescription(new RegionName("east"), "the queue 'orders'", settings);
  }

  private static EntityDescription west(Settings settings) {
    return new EntityDescription(new RegionName("west"), "the queue 'orders'", settings);
  }
}
