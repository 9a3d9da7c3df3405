package io.twinbus.ledger.integration;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.twinbus.ledger.cosmos.CosmosLedger;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What ledgers say in the log from now on. */
final class LedgerLines implements AutoCloseable {

  private final Logger logger = (Logger) LoggerFactory.getLogger(CosmosLedger.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  LedgerLines() {
    lines.start();
    logger.addAppender(lines);
  }

  List<String> of(Level level) {
    return List.copyOf(lines.list).stream()
        .filter(line -> line.getLevel().equals(level))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  @Override
  public void close() {
    logger.detachAppender(lines);
  }
}
