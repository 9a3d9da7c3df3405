package io.twinbus.local.fuzz;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import io.netty.util.ResourceLeakDetector;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What the endpoints, and Netty's search for leaks, complain of as errors while it is open. */
final class Complaints extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private static final List<String> OF = List.of("io.twinbus.local", "io.netty.util");

  private final ResourceLeakDetector.Level before = ResourceLeakDetector.getLevel();
  private final List<String> errors = new CopyOnWriteArrayList<>();

  private Complaints() {}

  static Complaints listen() {
    Complaints complaints = new Complaints();
    complaints.start();
    OF.forEach(name -> logger(name).addAppender(complaints));
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    return complaints;
  }

  List<String> errors() {
    return errors;
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (event.getLevel().isGreaterOrEqual(Level.ERROR)) {
      String cause =
          event.getThrowableProxy() instanceof ThrowableProxy proxy
              ? stack(proxy.getThrowable())
              : "";
      errors.add(event.getFormattedMessage() + cause);
    }
  }

  @Override
  public void close() {
    ResourceLeakDetector.setLevel(before);
    OF.forEach(name -> logger(name).detachAppender(this));
    stop();
  }

  private static String stack(Throwable thrown) {
    StringBuilder text = new StringBuilder("\n").append(thrown);
    for (StackTraceElement element : thrown.getStackTrace()) {
      text.append("\n  at ").append(element);
    }
    return text.toString();
  }

  private static Logger logger(String name) {
    return (Logger) LoggerFactory.getLogger(name);
  }
}
