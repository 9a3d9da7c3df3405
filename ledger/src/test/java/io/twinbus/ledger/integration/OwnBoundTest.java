package io.twinbus.ledger.integration;

import static io.twinbus.ledger.integration.LocalAccount.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.audit.AuditAuthor;
import io.twinbus.ledger.audit.AuditEntry;
import io.twinbus.ledger.audit.AuditFilter;
import io.twinbus.ledger.audit.AuditPage;
import io.twinbus.ledger.audit.AuditSubject;
import io.twinbus.ledger.audit.AuditedAct;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultAction;
import io.twinbus.local.cosmos.faults.FaultRule;
import io.twinbus.local.faults.FaultPoint;
import io.twinbus.protocol.time.Clocks;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The first operation on a container asks for its description, which the SDK does not bound in a
 * query; the ledger's own bound holds there, too.
 */
class OwnBoundTest {

  private static final Duration QUICK = Duration.ofMillis(300);
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  /** It looks at no container of acts when it opens, so that the first operation must ask. */
  private static final CosmosOptions OF_TOOLS =
      LocalAccount.CREATING
          .withCreateIfMissing(false)
          .withProbe(false)
          .withCallTimeout(QUICK)
          .withQueryTimeout(QUICK);

  @AutoClose private final LocalAccount account = LocalAccount.start();

  @AutoClose
  private final CosmosLedger tool =
      CosmosLedger.open(LocalAccount.settings(account.endpoint), OF_TOOLS, Clocks.system());

  @BeforeEach
  void hangWhereContainersAreDescribed() {
    account.endpoint.inject(
        new FaultRule(
            Set.of(CosmosOperation.METADATA),
            FaultPoint.BEFORE_COMMIT,
            new FaultAction.Hang(),
            FaultRule.UNLIMITED,
            1));
  }

  @Test
  void theFirstQuestionToAContainerEndsByItself() {
    AuditFilter filter = AuditFilter.between(NOON, NOON.plusSeconds(1));

    assertThat(await(tool.audit().list(filter, 1, Optional.empty())))
        .isInstanceOf(AuditPage.Unknown.class);
  }

  @Test
  void theFirstWriteToAContainerEndsByItself() {
    AuditEntry entry =
        new AuditEntry(
            "first",
            NOON,
            AuditAuthor.selfDeclared("ann"),
            AuditSubject.of(EntityKey.ofQueue("orders")),
            new AuditedAct(AuditedAct.REPLAY, "", ""));

    assertThat(await(tool.audit().create(entry))).isInstanceOf(WriteOutcome.Unknown.class);
  }
}
