package io.twinbus.local.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.local.servicebus.rules.ChangedProperties;
import io.twinbus.local.servicebus.rules.InvalidRuleException;
import io.twinbus.local.servicebus.rules.SqlAction;
import io.twinbus.local.servicebus.rules.SystemProperty;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlActionTest {
  private static final PropertiesView MESSAGE =
      new PropertiesView(Map.of("colour", "red", "size", 10, "weight", 2.5, "urgent", true));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SET colour = 'blue'; REMOVE size",
        "set colour = 'blue' remove size",
        "SET colour = 'blue', REMOVE size;",
        "SET user.[colour] = 'blue'; REMOVE user.\"size\"",
      })
  void setsAndRemoves(String expression) {
    ChangedProperties changed = SqlAction.of(expression).apply(MESSAGE);

    assertThat(changed.user("colour")).isEqualTo("blue");
    assertThat(changed.user("size")).isNull();
    assertThat(changed.user("weight")).isEqualTo(2.5);
    assertThat(changed.changedUser())
        .isEqualTo(Map.of("colour", Optional.of("blue"), "size", Optional.empty()));
  }

  @Test
  void seesWhatTheStatementsBeforeItHaveDone() {
    ChangedProperties changed =
        SqlAction.of("SET size = size * (2 + 1); SET total = size - 1; SET half = size / 4")
            .apply(MESSAGE);

    assertThat(changed.user("size")).isEqualTo(30);
    assertThat(changed.user("total")).isEqualTo(29L);
    assertThat(changed.user("half")).isEqualTo(7.5);
  }

  @Test
  void keepsTheTypeOfWhatItReplacesWhereTheValueAllowsIt() {
    ChangedProperties changed =
        SqlAction.of("SET colour = 7; SET weight = 3; SET size = 1.5; SET urgent = 'no'")
            .apply(MESSAGE);

    assertThat(changed.user("colour")).isEqualTo("7");
    assertThat(changed.user("weight")).isEqualTo(3.0);
    assertThat(changed.user("size")).isEqualTo(1.5);
    assertThat(changed.user("urgent")).isEqualTo("no");
  }

  @Test
  void changesPropertiesOfTheService() {
    ChangedProperties changed =
        SqlAction.of(
                "SET sys.Label = sys.Label + '!'; SET sys.MessageId = newid();"
                    + " SET sys.To = property('colour')")
            .apply(MESSAGE);

    assertThat(changed.changedSystem())
        .containsOnly(
            Map.entry(SystemProperty.LABEL, Optional.of("invoice!")),
            Map.entry(SystemProperty.MESSAGE_ID, Optional.of(PropertiesView.NEW_ID.toString())),
            Map.entry(SystemProperty.TO, Optional.of("red")));
  }

  @Test
  void takesAwayWhatIsSetToAnUnknownValueExceptTheId() {
    ChangedProperties changed =
        SqlAction.of("SET colour = nothing; SET sys.Label = nothing; SET sys.MessageId = nothing")
            .apply(MESSAGE);

    assertThat(changed.user("colour")).isNull();
    assertThat(changed.changedSystem())
        .containsOnly(Map.entry(SystemProperty.LABEL, Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "colour = 'red' | at position 1 SET or REMOVE is missing.",
        "SET colour 'red' | at position 12 = is missing.",
        "SET colour = | at position 13 a value is missing.",
        "SET colour = 'red'; UPDATE size | at position 21 SET or REMOVE is missing.",
        "SET colour = 'red', | at position 20 SET or REMOVE is missing.",
        "SET colour = (size > 1) | at position 20 ) is missing.",
        "SET colour = EXISTS(size) | at position 14 the function EXISTS is not emulated.",
        "SET sys.SequenceNumber = 3 | at position 9 sys.SequenceNumber is not emulated",
        "REMOVE sys.Label | at position 8 sys.Label can be set and not removed.",
        "REMOVE 'colour' | at position 8 a property's name is missing.",
        "SET colour = @new | the parameter @new has no value",
        "SET colour = 'red | cannot be read from position 13 on."
      })
  void saysWhatItDoesNotUnderstand(String expression, String said) {
    assertThatThrownBy(() -> SqlAction.of(expression))
        .isInstanceOf(InvalidRuleException.class)
        .hasMessageStartingWith("The SQL action '")
        .hasMessageContaining(said);
  }

  @Test
  void hasBounds() {
    assertThatThrownBy(() -> SqlAction.of("SET a = '" + "x".repeat(1024) + "'"))
        .hasMessageContaining("at most 1024 characters");
    assertThatThrownBy(() -> SqlAction.of("REMOVE a ".repeat(33)))
        .hasMessageContaining("more than 32 statements");
  }
}
