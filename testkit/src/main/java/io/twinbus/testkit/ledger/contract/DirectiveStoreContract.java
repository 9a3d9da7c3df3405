package io.twinbus.testkit.ledger.contract;

import static io.twinbus.testkit.ledger.contract.Outcomes.await;
import static io.twinbus.testkit.ledger.contract.Outcomes.conflict;
import static io.twinbus.testkit.ledger.contract.Outcomes.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Act;
import io.twinbus.ledger.Directive;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.store.DirectiveStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * What every {@link DirectiveStore} must do. There is one directive in a ledger, so each test goes
 * on from what it finds.
 */
public abstract class DirectiveStoreContract {

  /** For the class that says which store it means. */
  protected DirectiveStoreContract() {}

  /** The store. */
  protected abstract DirectiveStore store();

  @Test
  void theDirectiveIsReadAsItWasWritten() {
    Version version = first();
    Directive wanted = evacuated();

    Version next = written(store().replace(wanted, version));

    assertThat(await(store().read())).isEqualTo(new ReadOutcome.Found<>(wanted, next));
  }

  @Test
  void anOutdatedVersionIsAConflictAndSoIsASecondCreation() {
    Version outdated = first();
    written(store().replace(evacuated(), outdated));

    conflict(store().replace(none(), outdated));
    conflict(store().create(none()));
  }

  /** Some directive's version. */
  private Version first() {
    if (await(store().read()) instanceof ReadOutcome.Found<Directive> found) {
      return found.version();
    }
    return written(store().create(none()));
  }

  private static Directive none() {
    return new Directive(new TreeMap<>(), List.of(), Samples.stamp());
  }

  private static Directive evacuated() {
    return new Directive(
        new TreeMap<>(
            Map.of(Samples.EAST, new Directive.Evacuation("ann", "„Wartung“", Samples.NOON))),
        List.of(
            pause(Directive.Scope.ALL),
            pause(new Directive.Scope(null, Samples.EAST)),
            pause(new Directive.Scope(EntityKey.ofQueue("orders"), Samples.EAST))),
        List.of(
            new Directive.Belief(
                new Directive.Scope(EntityKey.ofQueue("orders"), null),
                "bob",
                "the batch is broken",
                Samples.NOON,
                Samples.NOON.plusSeconds(60))),
        List.of(new Act(Act.Kind.EVACUATE, "ann", "„Wartung“", "east evacuated", Samples.NOON)),
        Samples.stamp());
  }

  private static Directive.Pause pause(Directive.Scope scope) {
    return new Directive.Pause(
        scope, "ann", "„Wartung“", Samples.NOON, Samples.NOON.plusSeconds(1_800));
  }
}
