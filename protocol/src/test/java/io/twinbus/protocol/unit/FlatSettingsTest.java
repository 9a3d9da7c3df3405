package io.twinbus.protocol.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class FlatSettingsTest {

  private static final String NUMBER = "a is 'x': give a whole number from 1 to 9.";
  private static final String FLAG = "b is 'perhaps': give true or false.";

  private final FlatSettings settings =
      FlatSettings.of(Map.of("a", "x", "b", "perhaps", "c", "2d", "d", "weeks"));

  @Test
  void aMistakeIsThrownWhereItIsRead() {
    assertThatThrownBy(() -> settings.integer("a", 1, 1, 9))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(NUMBER);
    assertThat(settings.isRefused("a")).isFalse();
  }

  @Test
  void aReadingGoesOnWithDefaultsAndTellsEachMistakeOnce() {
    assertThat(
            mistakes(
                all -> {
                  assertThat(all.integer("a", 7, 1, 9)).isEqualTo(7);
                  assertThat(all.integer("a", 7, 1, 9)).isEqualTo(7);
                  assertThat(all.flag("b", true)).isTrue();
                  assertThat(all.duration("d", Duration.ZERO)).isZero();
                  assertThat(all.choice("d", TimeUnit.class, TimeUnit.DAYS))
                      .isEqualTo(TimeUnit.DAYS);
                  assertThat(all.required("e", "the letter")).isEmpty();
                  assertThat(all.isRefused("e", "z")).isTrue();
                  assertThat(all.isRefused("z")).isFalse();
                  return "";
                }))
        .containsExactly(
            NUMBER,
            FLAG,
            "d is 'weeks': give a duration such as 15s, 250ms, 5m, 2h or 14d.",
            "e is not set: it names the letter.");
  }

  @Test
  void aReadingWithinAnotherIsAPartOfIt() {
    assertThat(
            mistakes(
                all -> {
                  int part = all.collect(inner -> inner.integer("a", 7, 1, 9));
                  return part + " " + all.flag("b", true);
                }))
        .containsExactly(NUMBER, FLAG);
  }

  @Test
  void whereNothingCanStandInTheReadingEnds() {
    assertThat(
            mistakes(
                all -> {
                  int unused = all.integer("a", 7, 1, 9);
                  throw new InvalidSettingException(List.of("One.", "Two."));
                }))
        .containsExactly(NUMBER, "One.", "Two.");
  }

  @Test
  void aDurationOutOfBoundsIsNamedAsItWasWritten() {
    assertThatThrownBy(
            () ->
                settings.duration("c", Duration.ZERO, any -> any.toDays() < 2, "give less than 2d"))
        .hasMessage("c is '2d': give less than 2d.");
  }

  private List<String> mistakes(Function<FlatSettings, String> reading) {
    try {
      return List.of("none: " + settings.collect(reading));
    } catch (InvalidSettingException e) {
      return e.sentences();
    }
  }
}
