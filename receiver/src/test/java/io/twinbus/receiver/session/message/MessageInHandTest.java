package io.twinbus.receiver.session.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Owner;
import io.twinbus.protocol.RegionName;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.session.state.Copies;
import io.twinbus.receiver.session.state.LoneWorker;
import org.junit.jupiter.api.Test;

/** Which message a worker has in hand, of those with records of their own. */
class MessageInHandTest {

  private final MessageInHand hand = new MessageInHand(new LoneWorker().state);
  private final Delivery copy = Copies.single(1);

  @Test
  void whatIsKnownOfAMessageStaysAsLongAsItIsTheNextOne() {
    SingleMessage message = hand.take(copy);

    assertThat(hand.take(copy)).isSameAs(message);
    assertThat(hand.current()).isSameAs(message);
    assertThat(hand.take(Copies.single(2))).isNotSameAs(message);
    assertThat(hand.take(copy)).isNotSameAs(message);
  }

  @Test
  void whatWasTakenUnderAnEarlierClaimIsBegunAnew() {
    SingleMessage message = hand.take(copy);
    message.owner = new Owner(new RegionName("east"), new InstanceId("me"), new ClaimId("earlier"));

    SingleMessage anew = hand.take(copy);

    assertThat(anew).isNotSameAs(message);
    assertThat(anew.owner).isNull();
  }
}
