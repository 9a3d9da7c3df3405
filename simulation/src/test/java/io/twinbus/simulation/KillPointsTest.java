package io.twinbus.simulation;

import static io.twinbus.simulation.Stage.EAST;
import static io.twinbus.simulation.Stage.P;
import static io.twinbus.simulation.Stage.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.SessionStatus;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A receiver dies (kill -9) at each point of a message's way. Only a death between the start of the
 * handler and the commit can make the handler run again, and then under a higher token.
 */
class KillPointsTest {

  private final Stage stage = new Stage();
  private final ReceiverProcess east = stage.receiver(EAST);
  private SentMessage first;
  private SentMessage second;

  @BeforeEach
  void twoMessagesAndTheirStandbyCopies() {
    stage.receiver(WEST);
    first = stage.message(1, 0);
    second = stage.message(2, 1);
    stage.arrives(1, EAST, first, second);
    stage.arrives(16, WEST, first, second);
  }

  @Test
  void beforeTheClaimNothingIsRepeated() {
    killWhen(() -> !east.workers().isEmpty() && !stage.isOnRecord());

    bothRunInOrder();
    assertThat(first.starts).hasSize(1);
    assertThat(stage.count("fact Claimed TAKEOVER")).isZero();
  }

  @Test
  void afterTheClaimTheSessionIsTakenOverAndNothingIsRepeated() {
    stage.at(1, () -> stage.world.ledger().weather(new LedgerWeather(0, 100, 0, 0)));
    stage.when(
        stage::isOnRecord,
        () -> {
          assertThat(stage.record().custody().status()).isEqualTo(SessionStatus.WORKING);
          assertThat(first.starts).isEmpty();
          stage.world.ledger().weather(LedgerWeather.CALM);
          east.kill();
        });

    bothRunInOrder();
    assertThat(first.starts).hasSize(1);
    assertThat(stage.count("fact Claimed TAKEOVER")).isEqualTo(1);
  }

  @Test
  void inTheHandlerItIsRepeatedUnderAHigherToken() {
    stage.world.handlers().nextCall(Handlers.Manner.HANGS);
    killWhen(() -> !first.starts.isEmpty() && !first.starts.get(0).effective);

    bothRunInOrder();
    repeatedUnderAHigherToken();
  }

  @Test
  void afterTheEffectAndBeforeTheCommitItIsRepeatedUnderAHigherToken() {
    killWhen(
        () -> !first.starts.isEmpty() && first.starts.get(0).effective && stage.cursor(P) == 0);

    bothRunInOrder();
    assertThat(first.starts.get(0).effective).isTrue();
    repeatedUnderAHigherToken();
  }

  @Test
  void afterTheCommitAndBeforeTheCopyIsSettledNothingIsRepeated() {
    killWhen(() -> stage.cursor(P) == 1 && stage.world.broker(EAST).has(first));

    bothRunInOrder();
    assertThat(first.starts).hasSize(1);
  }

  private void killWhen(BooleanSupplier point) {
    stage.when(point, east::kill);
  }

  private void bothRunInOrder() {
    stage.at(40, () -> stage.receiver(EAST));
    stage.drain();
    assertThat(east.isDead()).isTrue();
    assertThat(first.completed).isTrue();
    assertThat(second.completed).isTrue();
    assertThat(stage.cursor(P)).isEqualTo(2);
  }

  private void repeatedUnderAHigherToken() {
    assertThat(first.starts).hasSize(2);
    assertThat(first.starts.get(1).invocation.token())
        .isGreaterThan(first.starts.get(0).invocation.token());
  }
}
