package io.twinbus.micronaut;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import io.micronaut.context.ApplicationContextBuilder;
import io.micronaut.context.ApplicationContextConfigurer;
import io.micronaut.context.annotation.ContextConfigurer;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/**
 * Keeps the values of an application's settings out of its log.
 *
 * <p>At TRACE, Micronaut's loaders and its environment write each setting with its value: the keys
 * in an application's own {@code application.yml}, too. Whatever level the application's logging
 * gives them, that is not written; all that they say at DEBUG is. Holds in every Micronaut
 * application that has this module, from before its settings are read, as long as it logs by
 * Logback and does not exchange Logback's configuration while it runs.
 */
@ContextConfigurer
public final class QuietEnvironment implements ApplicationContextConfigurer {

  private static final String LOGBACK = "ch.qos.logback.classic.LoggerContext";

  @Override
  public void configure(ApplicationContextBuilder builder) {
    Object factory = LoggerFactory.getILoggerFactory();
    if (factory.getClass().getName().equals(LOGBACK)) {
      Values.keepOutOf(factory);
    }
  }

  /** Apart, for an application may have another logging than Logback. */
  private static final class Values extends TurboFilter {

    private static final String ENVIRONMENT = "io.micronaut.context.env.";

    static void keepOutOf(Object factory) {
      LoggerContext context = (LoggerContext) factory;
      if (context.getTurboFilterList().stream().noneMatch(Values.class::isInstance)) {
        Values filter = new Values();
        filter.setContext(context);
        filter.start();
        context.addTurboFilter(filter);
      }
    }

    @Override
    public FilterReply decide(
        @Nullable Marker marker,
        Logger logger,
        Level level,
        @Nullable String format,
        Object @Nullable [] arguments,
        @Nullable Throwable error) {
      return Level.TRACE.equals(level) && logger.getName().startsWith(ENVIRONMENT)
          ? FilterReply.DENY
          : FilterReply.NEUTRAL;
    }
  }
}
