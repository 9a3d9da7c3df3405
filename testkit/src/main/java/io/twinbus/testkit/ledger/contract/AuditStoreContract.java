package io.twinbus.testkit.ledger.contract;

import static io.twinbus.testkit.ledger.contract.Outcomes.await;
import static io.twinbus.testkit.ledger.contract.Outcomes.conflict;
import static io.twinbus.testkit.ledger.contract.Outcomes.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.audit.AuditAuthor;
import io.twinbus.ledger.audit.AuditEntry;
import io.twinbus.ledger.audit.AuditFilter;
import io.twinbus.ledger.audit.AuditPage;
import io.twinbus.ledger.audit.AuditStore;
import io.twinbus.ledger.audit.AuditSubject;
import io.twinbus.ledger.audit.AuditedAct;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every {@link AuditStore} must do; each test has an author of its own. */
public abstract class AuditStoreContract {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private final AuditAuthor ann =
      AuditAuthor.verified("Ann Ångström", "oid-" + UUID.randomUUID()).actingFor("bob");

  /** For the class that says which store it means. */
  protected AuditStoreContract() {}

  /** The store. */
  protected abstract AuditStore store();

  @Test
  void anEntryIsReadAsItWasWrittenAndWrittenOnce() {
    AuditEntry entry =
        new AuditEntry(
            UUID.randomUUID().toString(),
            NOON,
            ann,
            AuditSubject.of(EntityKey.ofQueue("orders"))
                .session(new SessionId("größe/7"))
                .message(new MessageId("m\n1")),
            new AuditedAct("RETRY", "„Störung“", "unblocked"));

    written(store().create(entry));
    conflict(store().create(entry));

    assertThat(listed(mine(NOON, NOON.plusSeconds(1)), 10)).containsExactly(entry);
  }

  @Test
  void aListGoesBackwardsOverMonthsPageByPage() {
    List<AuditEntry> entries = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      AuditEntry entry = entry(NOON.minus(Duration.ofDays(9L * i)), "RETRY");
      written(store().create(entry));
      entries.add(entry);
    }

    assertThat(listed(mine(NOON.minus(Duration.ofDays(50)), NOON.plusSeconds(1)), 2))
        .containsExactlyElementsOf(entries.subList(0, 6));
  }

  @Test
  void theEndOfTheTimeIsNotPartOfIt() {
    written(store().create(entry(NOON, "RETRY")));

    assertThat(listed(mine(NOON.minusSeconds(9), NOON), 10)).isEmpty();
    assertThat(listed(mine(NOON, NOON.plusSeconds(9)), 10)).hasSize(1);
  }

  @Test
  void aFilterNamesKindAuthorSessionAndMessage() {
    AuditEntry wanted = entry(NOON, AuditedAct.BODY_SHOWN);
    written(store().create(wanted));
    written(store().create(entry(NOON, "SKIP")));
    Instant end = NOON.plusSeconds(1);

    assertThat(
            listed(
                new AuditFilter(
                    NOON,
                    end,
                    Optional.of(AuditedAct.BODY_SHOWN),
                    Optional.of(ann.oid().orElseThrow()),
                    wanted.about().session(),
                    wanted.about().message()),
                10))
        .containsExactly(wanted);
    assertThat(
            listed(
                new AuditFilter(
                    NOON,
                    end,
                    Optional.empty(),
                    ann.oid(),
                    Optional.of("another"),
                    Optional.empty()),
                10))
        .isEmpty();
  }

  private AuditEntry entry(Instant at, String kind) {
    return new AuditEntry(
        UUID.randomUUID().toString(),
        at,
        ann,
        AuditSubject.of(EntityKey.ofQueue("orders"))
            .session(new SessionId("s-1"))
            .message(new MessageId("m-1")),
        new AuditedAct(kind, "ticket 7", "done"));
  }

  private AuditFilter mine(Instant from, Instant to) {
    return new AuditFilter(
        from, to, Optional.empty(), ann.oid(), Optional.empty(), Optional.empty());
  }

  private List<AuditEntry> listed(AuditFilter filter, int pageSize) {
    List<AuditEntry> all = new ArrayList<>();
    Optional<String> continuation = Optional.empty();
    do {
      AuditPage.Found page = (AuditPage.Found) await(store().list(filter, pageSize, continuation));
      assertThat(page.unreadable()).isZero();
      all.addAll(page.entries());
      continuation = page.continuation();
    } while (continuation.isPresent());
    return all;
  }
}
