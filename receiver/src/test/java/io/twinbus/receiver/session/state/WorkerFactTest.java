package io.twinbus.receiver.session.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.session.WorkerFact;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How facts name what they are about; logs say it so. */
class WorkerFactTest {

  private static final Position PLACE = new Position(new StreamId("a"), 3, 2);

  @Test
  void aMessageIsNamedWithItsPlaceIfItHasOne() {
    assertThat(new WorkerFact.Subject(new MessageId("m"), Optional.of(PLACE)))
        .hasToString("m (3 of stream a)");
    assertThat(new WorkerFact.Subject(new MessageId("m"), Optional.empty())).hasToString("m");
  }

  @Test
  void aCopyIsOfTheMessageThatItsHeadersName() {
    WorkerFact.Subject of = WorkerFact.Subject.of(Copies.copy(7, PLACE, Copies.NOW, null));

    assertThat(of).hasToString("a-%s (3 of stream a)".formatted(PLACE));
    assertThat(WorkerFact.Subject.of(Copies.single(7))).hasToString("foreign-7");
  }

  @Test
  void aLedgerThatContradictsItselfIsToldWithWhatToLookAt() {
    assertThat(WorkerFact.Stuck.contradicted("the record of session s", 3).why())
        .startsWith("the ledger has refused 3 times to create the record of session s")
        .endsWith("look at the account's health");
  }
}
