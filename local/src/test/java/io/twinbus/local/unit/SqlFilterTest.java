package io.twinbus.local.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.local.servicebus.rules.FilterView;
import io.twinbus.local.servicebus.rules.InvalidRuleException;
import io.twinbus.local.servicebus.rules.SqlFilter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlFilterTest {
  private static final Map<String, Object> APPLICATION =
      Map.of(
          "colour",
          "red",
          "size",
          10,
          "weight",
          2.5,
          "urgent",
          true,
          "odd name",
          "x",
          "percent",
          "100%");

  private static final FilterView MESSAGE = new PropertiesView(APPLICATION);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1=1",
        "colour = 'red'",
        "user.colour <> 'blue' AND size >= 10",
        "size > 9.5 and size < 10.5",
        "weight = 2.5 OR nothing = 1",
        "NOT colour = 'blue'",
        "colour IN ('green', 'red')",
        "colour NOT IN ('green')",
        "colour LIKE 'r%'",
        "colour LIKE '_ed'",
        "colour NOT LIKE 'b%'",
        "percent LIKE '%!%' ESCAPE '!'",
        "nothing IS NULL",
        "colour IS NOT NULL",
        "EXISTS(colour)",
        "NOT EXISTS(nothing)",
        "sys.Label = 'invoice'",
        "SYS.subject = 'invoice'",
        "urgent",
        "urgent = TRUE",
        "[odd name] = 'x'",
        "\"odd name\" = 'x'",
        "size + 2 * 3 = 16",
        "(size + 2) * 3 = 36",
        "-size = 0 - 10",
        "size % 3 = 1 AND size / 4 = 2.5",
        "colour + '!' = 'red!'",
        "'it''s' = 'it''s'",
        "property('colour') = 'red' AND P('co' + 'lour') = 'red'",
        "NEWID() <> 'x' OR NEWID() IS NOT NULL"
      })
  void isFulfilled(String expression) {
    assertThat(SqlFilter.of(expression).matches(MESSAGE)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1=0",
        "colour = 'RED'",
        "colour = 5",
        "colour",
        "nothing = 1",
        "NOT nothing = 1",
        "nothing <> 1",
        "nothing NOT IN (1)",
        "nothing LIKE '%'",
        "size / 0 = 1",
        "colour = 'red' AND nothing = 1",
        "sys.To = 'x'"
      })
  void isNotFulfilled(String expression) {
    assertThat(SqlFilter.of(expression).matches(MESSAGE)).isFalse();
  }

  @Test
  void takesParameters() {
    SqlFilter filter = SqlFilter.of("size > @least", Map.of("@least", 9L));

    assertThat(filter.matches(MESSAGE)).isTrue();
    assertThatThrownBy(() -> SqlFilter.of("size > @least"))
        .hasMessageContaining("the parameter @least has no value");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "colour = | at position 9 a value is missing.",
        "colour 'red' | at position 8 'red' is not understood.",
        "(colour = 'red' | at position 16 ) is missing.",
        "lower(colour) = 1 | at position 1 the function lower is not emulated.",
        "sys.SequenceNumber > 3 | at position 5 sys.SequenceNumber is not emulated",
        "other.colour = 'red' | at position 1 a property's scope is sys or user.",
        "colour NOT 'red' | at position 12 IN or LIKE is missing after NOT.",
        "colour = 'red | cannot be read from position 9 on.",
        "colour LIKE 'x' ESCAPE 'ab' | ESCAPE needs one character in quotes."
      })
  void saysWhatItDoesNotUnderstand(String expression, String said) {
    assertThatThrownBy(() -> SqlFilter.of(expression))
        .isInstanceOf(InvalidRuleException.class)
        .hasMessageContaining(said);
  }

  @Test
  void hasABound() {
    String nested = "(".repeat(500) + "1=1" + ")".repeat(500);

    assertThatThrownBy(() -> SqlFilter.of(nested)).hasMessageContaining("100 levels deep");
    assertThatThrownBy(() -> SqlFilter.of("a = '" + "x".repeat(1024) + "'"))
        .hasMessageContaining("at most 1024 characters");
    assertThatThrownBy(() -> SqlFilter.of("a = " + "-".repeat(1000) + "1"))
        .hasMessageContaining("100 levels deep");
  }
}
