package io.twinbus.console.view;

import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** The pages' templates. Whatever they print is escaped. Thread-safe. */
public final class Templates {

  private final PebbleEngine engine;

  /** Templates that print ages as of {@code now}. */
  public Templates(Supplier<Instant> now) {
    ClasspathLoader loader = new ClasspathLoader(Templates.class.getClassLoader());
    loader.setPrefix("io/twinbus/console/pages/");
    loader.setSuffix(".html");
    this.engine =
        new PebbleEngine.Builder()
            .loader(loader)
            .extension(new PageFilters(now))
            .autoEscaping(true)
            .defaultLocale(Locale.ROOT)
            .build();
  }

  /** The template {@code name}, filled with {@code model}. */
  public String render(String name, Map<String, Object> model) {
    StringWriter page = new StringWriter();
    try {
      engine.getTemplate(name).evaluate(page, model);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return page.toString();
  }
}
