package io.twinbus.protocol.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.settings.ValueType;
import io.twinbus.protocol.settings.ValueType.Parsed;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ValueTypeTest {

  private final ValueType<URI> url = ValueType.url("give one of the shop");

  @Test
  void aValueIsWrittenAsItIsRead() {
    assertValue(ValueType.text(), "text", "any", "any");
    assertValue(ValueType.text("queue name"), "queue name", "orders", "orders");
    assertValue(ValueType.host(), "host name", "[::1]:5671", "[::1]:5671");
    assertValue(url, "address", "http://h/x?y", URI.create("http://h/x?y"));
    assertValue(ValueType.integer(1, 9), "whole number, 1 to 9", "9", 9);
    assertValue(
        ValueType.duration(Duration.ZERO, Duration.ofDays(2)),
        "duration, 0s to 2d",
        "3h",
        Duration.ofHours(3));
    assertValue(ValueType.flag(), "true or false", "true", true);
    assertValue(ValueType.choice("slow", "fast"), "slow, fast", "fast", "fast");
  }

  @Test
  void theBoundsOfADurationAreWithinIt() {
    ValueType<Duration> type = ValueType.duration(Duration.ofSeconds(1), Duration.ofDays(7));
    Parsed<Duration> refused = type.parse("999ms");

    assertThat(type.parse("1s")).isEqualTo(new Parsed.Value<>(Duration.ofSeconds(1)));
    assertThat(type.parse("7d")).isEqualTo(new Parsed.Value<>(Duration.ofDays(7)));
    assertThat(refused).isEqualTo(new Parsed.Refused<>("is '999ms'", "give 1s to 7d"));
    assertThat(type.parse("169h")).isInstanceOf(Parsed.Refused.class);
  }

  @Test
  void anAddressThatIsRefusedSaysWhy() {
    assertThat(url.parse("http://ann:hunter2@h/"))
        .isEqualTo(
            new Parsed.Refused<>(
                "has a user or a password in it", "take it out, for no request carries it"));
    assertThat(url.parse("ftp://h/"))
        .isEqualTo(new Parsed.Refused<>("is 'ftp://h/'", "give one of the shop"));
    assertThat(url.parse("http://a b/"))
        .isEqualTo(new Parsed.Refused<>("is 'http://a b/'", "give one of the shop"));
  }

  private static <T> void assertValue(ValueType<T> type, String inWords, String text, T value) {
    assertThat(type.parse(text)).isEqualTo(new Parsed.Value<>(value));
    assertThat(type.write(value)).isEqualTo(text);
    assertThat(type.inWords()).isEqualTo(inWords);
  }
}
