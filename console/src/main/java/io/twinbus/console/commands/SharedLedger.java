package io.twinbus.console.commands;

import io.twinbus.ledger.audit.AuditAuthor;
import io.twinbus.ops.ledger.LedgerAccess;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.protocol.settings.FlatSettings;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One open ledger for all that the console asks: it is opened at the first question, and closed
 * with the console. Where opening fails, the next question tries again. Thread-safe.
 */
public final class SharedLedger implements LedgerAccess, AutoCloseable {

  private final LedgerAccess access;
  private @Nullable OpenLedger opened;

  /** Opens through {@code access}. */
  public SharedLedger(LedgerAccess access) {
    this.access = access;
  }

  /** The shared ledger; its {@code close} leaves it open. */
  @Override
  public synchronized OpenLedger open(FlatSettings settings) {
    OpenLedger known = opened;
    if (known == null) {
      known = access.open(settings);
      opened = known;
    }
    return new OpenLedger(
        known.sessions(),
        known.messages(),
        known.instances(),
        known.queries(),
        known.audit(),
        known.deployment(),
        known.cost(),
        () -> {});
  }

  @Override
  public Optional<AuditAuthor> person(FlatSettings settings) {
    return access.person(settings);
  }

  /** The request units so far; 0 before it is open. */
  public synchronized double cost() {
    return opened == null ? 0 : opened.cost().getAsDouble();
  }

  @Override
  public synchronized void close() {
    if (opened != null) {
      opened.close();
    }
  }
}
