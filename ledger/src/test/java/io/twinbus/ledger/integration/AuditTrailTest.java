package io.twinbus.ledger.integration;

import static io.twinbus.ledger.integration.LocalAccount.await;
import static io.twinbus.ledger.integration.LocalAccount.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.audit.AuditAuthor;
import io.twinbus.ledger.audit.AuditEntry;
import io.twinbus.ledger.audit.AuditFilter;
import io.twinbus.ledger.audit.AuditPage;
import io.twinbus.ledger.audit.AuditStore;
import io.twinbus.ledger.audit.AuditSubject;
import io.twinbus.ledger.audit.AuditedAct;
import io.twinbus.ledger.cosmos.document.AuditCodec;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultRule;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the list of operators' acts goes from month to month, and what it says of what it misses. */
class AuditTrailTest {

  private static final Instant MARCH = Instant.parse("2026-03-15T12:00:00Z");
  private static final Instant SEPTEMBER_BEFORE = Instant.parse("2025-09-15T12:00:00Z");
  private static final Instant APRIL = Instant.parse("2026-04-01T00:00:00Z");

  @RegisterExtension static final LocalAccount ACCOUNT = LocalAccount.start();

  private final AuditStore audit = ACCOUNT.ledger.audit();
  private final String author = "ann-" + UUID.randomUUID();

  @Test
  void monthsWithoutAnActCostTheReaderNoPageAndTheFirstMonthIsTheLast() {
    AuditEntry late = entry(MARCH);
    AuditEntry early = entry(SEPTEMBER_BEFORE);
    written(audit.create(late));
    written(audit.create(early));

    AuditPage.Found first = page(SEPTEMBER_BEFORE, Optional.empty());
    AuditPage.Found second = page(SEPTEMBER_BEFORE, first.continuation());

    assertThat(first.entries()).containsExactly(late);
    assertThat(second.entries()).containsExactly(early);
    assertThat(second.continuation()).as("nothing wanted is older").isEmpty();
  }

  @Test
  void aMonthOfWhichNothingCanBeReadIsAPageThatSaysSo() {
    try (BareClient bare = BareClient.of(ACCOUNT.endpoint)) {
      BareClient.create(
          bare.audit(), AuditCodec.encode(entry(MARCH)).put("schema", WriteMark.SCHEMA + 1));
    }

    AuditPage.Found page = page(SEPTEMBER_BEFORE, Optional.empty());

    assertThat(page.entries()).isEmpty();
    assertThat(page.unreadable()).isEqualTo(1);
  }

  @Test
  void aMonthThatIsNotAnsweredIsNotTakenForAnEmptyOne() {
    ACCOUNT.endpoint.injectInto(
        "2026-01", FaultRule.refuse(CosmosOperation.QUERY, 400).times(FaultRule.UNLIMITED));

    assertThat(await(audit.list(mine(SEPTEMBER_BEFORE), 10, Optional.empty())))
        .isInstanceOf(AuditPage.Unknown.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, AuditStore.MAX_PAGE_SIZE + 1})
  void aPageSizeOutOfBoundsIsRefused(int size) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> audit.list(mine(MARCH), size, Optional.empty()))
        .withMessageContaining("not " + size);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, AuditStore.MAX_PAGE_SIZE})
  void thePageSizesAtTheBoundsAreAnswered(int size) {
    assertThat(await(audit.list(mine(MARCH), size, Optional.empty())))
        .isInstanceOf(AuditPage.Found.class);
  }

  @Test
  void whatTheActsCostIsPartOfWhatTheLedgerCosts() {
    double before = ACCOUNT.ledger.requestUnits();

    written(audit.create(entry(MARCH)));

    assertThat(ACCOUNT.ledger.requestUnits()).isGreaterThan(before);
  }

  private AuditPage.Found page(Instant from, Optional<String> continuation) {
    AuditPage page = await(audit.list(mine(from), 10, continuation));
    assertThat(page).isInstanceOf(AuditPage.Found.class);
    return (AuditPage.Found) page;
  }

  private AuditFilter mine(Instant from) {
    return new AuditFilter(
        from, APRIL, Optional.empty(), Optional.of(author), Optional.empty(), Optional.empty());
  }

  private AuditEntry entry(Instant at) {
    return new AuditEntry(
        UUID.randomUUID().toString(),
        at,
        AuditAuthor.selfDeclared(author),
        AuditSubject.of(EntityKey.ofQueue("orders")),
        new AuditedAct(AuditedAct.REPLAY, "ticket 7", "sent again"));
  }
}
