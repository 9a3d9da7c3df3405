package io.twinbus.protocol.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.protocol.settings.ClusterKeys;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.settings.LedgerKeys;
import io.twinbus.protocol.settings.ReceiverKeys;
import io.twinbus.protocol.settings.SenderKeys;
import io.twinbus.protocol.settings.ShownSetting;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class FlatSettingsTest {

  private static final String LANES =
      "twinbus.sender.lanes is 'x': give a whole number from 1 to 256.";
  private static final String WEAK = "twinbus.ledger.allow-weak is 'perhaps': give true or false.";

  private enum Commit {
    EACH,
    GROUPED
  }

  private final FlatSettings settings =
      FlatSettings.of(
          Map.of(
              "twinbus.sender.lanes", "x",
              "twinbus.ledger.allow-weak", "perhaps",
              "twinbus.receiver.linger", "weeks",
              "twinbus.receiver.lease", "2d",
              "twinbus.receiver.commit", "all",
              "twinbus.sender.max-sessions", "1_000",
              "twinbus.queue", "  "));

  @Test
  void aMistakeIsThrownWhereItIsRead() {
    assertThatThrownBy(() -> settings.get(SenderKeys.LANES))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(LANES);
    assertThat(settings.isRefused(SenderKeys.LANES)).isFalse();
  }

  @Test
  void whatIsNotSetHasItsDefaultAndBlankIsNotSet() {
    assertThat(settings.get(SenderKeys.MAX_SESSIONS)).isEqualTo(1_000);
    assertThat(settings.get(SenderKeys.MAX_BLOCK)).isEqualTo(Duration.ofSeconds(30));
    assertThat(settings.find(SenderKeys.MAX_BLOCK)).isEmpty();
    assertThat(settings.find(ClusterKeys.QUEUE)).isEmpty();
  }

  @Test
  void aReadingGoesOnWithDefaultsAndTellsEachMistakeOnce() {
    assertThat(
            mistakes(
                all -> {
                  assertThat(all.get(SenderKeys.LANES)).isEqualTo(128);
                  assertThat(all.get(SenderKeys.LANES)).isEqualTo(128);
                  assertThat(all.get(LedgerKeys.ALLOW_WEAK)).isFalse();
                  assertThat(all.get(ReceiverKeys.LINGER)).isEqualTo(Duration.ofSeconds(2));
                  assertThat(all.choice(ReceiverKeys.COMMIT, Commit.class)).isEqualTo(Commit.EACH);
                  assertThat(all.required(ClusterKeys.REGION, "none")).isEqualTo("none");
                  assertThat(all.isRefused(ClusterKeys.REGION, ClusterKeys.HOME)).isTrue();
                  assertThat(all.isRefused(ClusterKeys.HOME)).isFalse();
                  return "";
                }))
        .containsExactly(
            LANES,
            WEAK,
            "twinbus.receiver.linger is 'weeks': give a duration such as 15s, 250ms, 5m, 2h or 14d.",
            "twinbus.receiver.commit is 'all': give one of each, grouped.",
            "twinbus.region is not set: it names the region that this receiver belongs to.");
  }

  @Test
  void aReadingWithinAnotherIsAPartOfIt() {
    assertThat(
            mistakes(
                all -> {
                  int part = all.collect(inner -> inner.get(SenderKeys.LANES));
                  return part + " " + all.get(LedgerKeys.ALLOW_WEAK);
                }))
        .containsExactly(LANES, WEAK);
  }

  @Test
  void whereNothingCanStandInTheReadingEnds() {
    assertThat(
            mistakes(
                all -> {
                  int unused = all.get(SenderKeys.LANES);
                  throw new InvalidSettingException(List.of("One.", "Two."));
                }))
        .containsExactly(LANES, "One.", "Two.");
  }

  @Test
  void aSettingWithoutADefaultIsNotAskedForAsIfItHadOne() {
    assertThatThrownBy(() -> settings.get(ClusterKeys.QUEUE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("twinbus.queue has no default.");
    assertThatThrownBy(() -> settings.required(ClusterKeys.QUEUE, "orders"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("twinbus.queue has no default.");
  }

  @Test
  void whatIsBlankIsNotShown() {
    assertThat(settings.shown())
        .extracting(ShownSetting::key)
        .hasSize(6)
        .contains("twinbus.sender.max-sessions")
        .doesNotContain("twinbus.queue");
  }

  @Test
  void othersGoInPlaceOfThoseUnderTheSameKeys() {
    FlatSettings both =
        settings
            .ofQueue("orders")
            .with(Map.of("twinbus.sender.lanes", "8", "twinbus.home", "east"));

    assertThat(both.get(SenderKeys.LANES)).isEqualTo(8);
    assertThat(both.get(ClusterKeys.HOME)).isEqualTo("east");
    assertThat(both.get(SenderKeys.MAX_SESSIONS)).isEqualTo(1_000);
    assertThat(both.queue()).contains("orders");
    assertThat(settings.revealed()).containsEntry("twinbus.sender.lanes", "x").hasSize(7);
  }

  @Test
  void whatBeginsWithAPrefixIsLeftOut() {
    assertThat(settings.without("twinbus.receiver.").revealed())
        .containsOnlyKeys(
            "twinbus.ledger.allow-weak",
            "twinbus.queue",
            "twinbus.sender.lanes",
            "twinbus.sender.max-sessions");
    assertThat(settings.revealed()).hasSize(7);
  }

  @Test
  void aDurationOutOfBoundsIsNamedAsItWasWritten() {
    assertThatThrownBy(() -> settings.get(ReceiverKeys.LEASE))
        .hasMessage("twinbus.receiver.lease is '2d': give 1ms to 1d.");
  }

  private List<String> mistakes(Function<FlatSettings, String> reading) {
    try {
      return List.of("none: " + settings.collect(reading));
    } catch (InvalidSettingException e) {
      return e.sentences();
    }
  }
}
