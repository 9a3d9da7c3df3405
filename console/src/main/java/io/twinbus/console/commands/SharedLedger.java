package io.twinbus.console.commands;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.audit.AuditAuthor;
import io.twinbus.ops.ledger.LedgerAccess;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.FlatSettings;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One open ledger for all that the console asks of a queue: it is opened at the first question, and
 * closed with the console. Where opening fails, the next question tries again. Thread-safe.
 */
public final class SharedLedger implements LedgerAccess, AutoCloseable {

  private final LedgerAccess access;
  private final Map<EntityKey, OpenLedger> opened = new ConcurrentHashMap<>();

  /** Opens through {@code access}. */
  public SharedLedger(LedgerAccess access) {
    this.access = access;
  }

  /** The shared ledger of the settings' queue; its {@code close} leaves it open. */
  @Override
  public synchronized OpenLedger open(FlatSettings settings) {
    EntityKey queue = EntityKey.of(EntitySettings.named(settings));
    OpenLedger known = opened.get(queue);
    if (known == null) {
      known = access.open(settings);
      opened.put(queue, known);
    }
    return new OpenLedger(
        known.sessions(),
        known.messages(),
        known.instances(),
        known.queries(),
        known.audit(),
        known.ids(),
        known.erasure(),
        known.deployment(),
        known.cost(),
        () -> {});
  }

  @Override
  public Optional<AuditAuthor> person(FlatSettings settings) {
    return access.person(settings);
  }

  /** The request units so far; 0 before it is open. Does not wait for an opening. */
  public double cost() {
    return opened.values().stream().mapToDouble(each -> each.cost().getAsDouble()).sum();
  }

  @Override
  public synchronized void close() {
    opened.values().forEach(OpenLedger::close);
  }
}
