package io.twinbus.simulation;

import static io.twinbus.simulation.Stage.EAST;
import static io.twinbus.simulation.Stage.SESSION;
import static io.twinbus.simulation.Stage.WEST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.store.ReadOutcome;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What the audit of message records says to somebody who takes a message from another one. That it
 * says nothing where the session is somebody else's by then, {@link OwnershipScenariosTest} shows.
 */
class SingleAuditTest {

  private static final Owner THIEF =
      new Owner(WEST, new InstanceId("west/thief"), new ClaimId("his"));
  private static final Writer HE =
      new Writer("thief", Set.of(THIEF.claim()), THIEF.instance()::equals, false, WEST);

  private final Stage stage = new Stage();
  private final ReceiverProcess east = stage.receiver(EAST);

  @Test
  void aMessageIsNotTakenFromAWorkerThatServesIt() {
    SentMessage message = started();

    assertThatThrownBy(() -> takes(message))
        .isInstanceOf(InvariantViolated.class)
        .hasMessageContaining("over that of a worker which serves it and whose lease holds");
  }

  @Test
  void aMessageMayBeTakenFromAProcessThatDied() {
    SentMessage message = started();
    east.kill();

    assertThatCode(() -> takes(message)).doesNotThrowAnyException();
  }

  /** A foreign message whose handler does not return. */
  private SentMessage started() {
    SentMessage message = new ForeignSender(stage.world).send(SESSION, List.of(EAST));
    stage.world.handlers().nextCall(Handlers.Manner.HANGS);
    stage.runUntil(5);
    assertThat(message.starts).hasSize(1);
    return message;
  }

  private void takes(SentMessage message) {
    ReadOutcome.Found<MessageRecord> found =
        (ReadOutcome.Found<MessageRecord>) stage.world.records().found(SESSION, message.key());
    MessageContent.Open open = (MessageContent.Open) found.record().content();
    MessageContent.Open his = open.takenBy(THIEF, open.token() + 1, open.tries());
    stage.world.records().writesNow(HE);
    var unused =
        stage
            .world
            .records()
            .replace(
                new MessageRecord(SESSION, his, WriteMark.of(new WriteId("his"), Instant.EPOCH)),
                found.version());
  }
}
