package io.twinbus.ledger.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.LedgerStartException;
import io.twinbus.ledger.cosmos.LedgerStartException.Reason;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultRule;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A copy of a ledger, as a restored backup is, is used only when somebody has said so. */
class GenerationTest {

  @AutoClose private final LocalAccount account = LocalAccount.start();
  private final CosmosLedger ledger = account.ledger;

  @Test
  void aLedgerThatWasNotRestoredIsUsedAgainAndAgain() {
    ledger.requireGeneration(1);
    ledger.requireGeneration(1);

    assertThat(ledger.meter().snapshot().writes()).as("not counted").isZero();
  }

  @Test
  void aRestoredLedgerIsRefusedUntilItsGenerationIsRaised() {
    ledger.requireGeneration(1);
    asIfCopiedFrom("orders-ledger");

    assertThat(refusal(1))
        .hasMessageContaining("copy of the one in account 'orders-ledger'")
        .hasMessageContaining("set twinbus.ledger.generation to 2");
    ledger.requireGeneration(2);
    ledger.requireGeneration(2);
  }

  @Test
  void whoOnlyPutsSomethingRightConfirmsNothing() {
    ledger.compareGeneration(2);
    ledger.requireGeneration(1);
    ledger.compareGeneration(1);

    assertThat(catchThrowableOfType(LedgerStartException.class, () -> ledger.compareGeneration(2)))
        .hasMessageContaining("is generation 1 and generation 2 is configured");
    ledger.requireGeneration(1);
    asIfCopiedFrom("orders-ledger");
    assertThat(catchThrowableOfType(LedgerStartException.class, () -> ledger.compareGeneration(1)))
        .hasMessageContaining("copy of the one in account 'orders-ledger'");
  }

  @Test
  void whoDoesNotKnowOfTheRestoreIsRefused() {
    ledger.requireGeneration(1);
    ledger.requireGeneration(2);

    assertThat(refusal(1)).hasMessageContaining("set twinbus.ledger.generation to 2");
  }

  @Test
  void writesWhoseAnswersAreLostAreFoundByLookingAgain() {
    account.endpoint.inject(FaultRule.dropReply(CosmosOperation.CREATE));
    ledger.requireGeneration(1);
    account.endpoint.inject(FaultRule.dropReply(CosmosOperation.REPLACE));
    ledger.requireGeneration(2);

    ledger.compareGeneration(2);
    assertThat(refusal(1)).hasMessageContaining("set twinbus.ledger.generation to 2");
  }

  @Test
  void aLedgerThatDoesNotSayItsGenerationIsUsedByNobody() {
    ledger.requireGeneration(1);
    account.endpoint.inject(FaultRule.refuse(CosmosOperation.READ, 400).times(FaultRule.UNLIMITED));

    for (ThrowingCallable asking :
        List.<ThrowingCallable>of(
            () -> ledger.requireGeneration(1), () -> ledger.compareGeneration(1))) {
      LedgerStartException refusal = catchThrowableOfType(LedgerStartException.class, asking);
      assertThat(refusal.reason()).isEqualTo(Reason.UNREACHABLE);
      assertThat(refusal).hasMessageContaining("does not say which generation it is");
    }
  }

  private LedgerStartException refusal(int generation) {
    LedgerStartException refusal =
        catchThrowableOfType(
            LedgerStartException.class, () -> ledger.requireGeneration(generation));
    assertThat(refusal.reason()).isEqualTo(Reason.RESTORED);
    assertThat(refusal.getMessage()).endsWith(".").doesNotContain("\n");
    return refusal;
  }

  /** What a restore into another account leaves: all documents as they were written in the old. */
  private void asIfCopiedFrom(String former) {
    LedgerSettings settings = LocalAccount.settings(account.endpoint);
    try (CosmosClient client =
        new CosmosClientBuilder()
            .endpoint(settings.endpoint().toString())
            .key(settings.key().orElseThrow().reveal())
            .gatewayMode()
            .buildClient()) {
      var container =
          client.getDatabase(settings.place().database()).getContainer(settings.place().sessions());
      PartitionKey partition = new PartitionKey("deployment");
      ObjectNode document = container.readItem("generation", partition, ObjectNode.class).getItem();
      container.replaceItem(
          document.put("account", former), "generation", partition, new CosmosItemRequestOptions());
    }
  }
}
