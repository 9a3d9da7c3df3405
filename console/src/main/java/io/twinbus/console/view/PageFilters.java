package io.twinbus.console.view;

import io.pebbletemplates.pebble.extension.AbstractExtension;
import io.pebbletemplates.pebble.extension.Filter;
import io.pebbletemplates.pebble.extension.escaper.SafeString;
import io.pebbletemplates.pebble.template.EvaluationContext;
import io.pebbletemplates.pebble.template.PebbleTemplate;
import io.twinbus.ops.output.Ages;
import io.twinbus.protocol.text.Printable;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How templates print values from outside: ids on one line and cut, times with their UTC, ages,
 * numbers. The engine escapes what they return, but for the element of a time, which holds digits
 * alone.
 */
final class PageFilters extends AbstractExtension {

  /** How many characters of an id are shown in a list. */
  static final int SHORT = 36;

  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter WHOLE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final Supplier<Instant> now;

  PageFilters(Supplier<Instant> now) {
    this.now = now;
  }

  @Override
  public Map<String, Filter> getFilters() {
    return Map.of(
        "shown", new Of(value -> Printable.of(String.valueOf(value))),
        "brief", new Of(value -> brief(String.valueOf(value))),
        "time", new Of(PageFilters::time),
        "age", new Of(value -> age(value)),
        "lasts", new Of(PageFilters::lasts),
        "rate", new Of(PageFilters::rate),
        "number", new Of(PageFilters::number));
  }

  /** A filter without arguments; nothing stays nothing. */
  private record Of(Printing printing) implements Filter {

    interface Printing {
      Object print(Object value);
    }

    @Override
    public @Nullable List<String> getArgumentNames() {
      return null;
    }

    @Override
    public Object apply(
        @Nullable Object input,
        Map<String, Object> args,
        PebbleTemplate self,
        EvaluationContext context,
        int line) {
      return input == null ? "" : printing.print(input);
    }
  }

  private static String brief(String text) {
    String safe = Printable.of(text);
    return safe.length() <= SHORT ? safe : safe.substring(0, SHORT - 1) + "…";
  }

  private static Object time(Object value) {
    Instant at = instant(value);
    return at == null
        ? value
        : new SafeString(
            "<time datetime=\"%s\" title=\"%s\">%s</time>"
                .formatted(at, WHOLE.format(at), CLOCK.format(at)));
  }

  private Object age(Object value) {
    Instant at = instant(value);
    return at == null
        ? value
        : new SafeString(
            "<time class=\"age\" datetime=\"%s\" title=\"%s\">%s</time>"
                .formatted(at, WHOLE.format(at), Ages.between(at, now.get())));
  }

  private static @Nullable Instant instant(Object value) {
    if (value instanceof Instant at) {
      return at;
    }
    try {
      return Instant.parse(String.valueOf(value));
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  /** Milliseconds as a duration. */
  private static Object lasts(Object value) {
    return value instanceof Number millis
        ? Ages.between(Instant.EPOCH, Instant.EPOCH.plusMillis(millis.longValue()))
        : value;
  }

  private static Object rate(Object value) {
    double rate = ((Number) value).doubleValue();
    return String.format(Locale.ROOT, rate < 10 ? "%.1f" : "%,.0f", rate);
  }

  private static Object number(Object value) {
    return value instanceof Number number
        ? String.format(Locale.ROOT, "%,d", number.longValue())
        : value;
  }
}
