package io.twinbus.certify.servicebus;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.models.DeadLetterOptions;
import io.twinbus.certify.run.AnswerTimes;
import io.twinbus.certify.run.Pace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A session that a check has locked. Not thread-safe. */
final class HeldSession implements AutoCloseable {

  private static final int MOST_ASKED = 20;

  private final ServiceBusReceiverClient receiver;
  private final Pace pace;
  private final AnswerTimes times;

  HeldSession(ServiceBusReceiverClient receiver, Pace pace, AnswerTimes times) {
    this.receiver = receiver;
    this.pace = pace;
    this.times = times;
  }

  /** Up to {@code most} messages; fewer when the session gives no more within {@code patience}. */
  List<ServiceBusReceivedMessage> receive(int most, Duration patience) throws InterruptedException {
    List<ServiceBusReceivedMessage> found = new ArrayList<>();
    for (int asked = 0; asked < MOST_ASKED && found.size() < most; asked++) {
      pace.await();
      List<ServiceBusReceivedMessage> more =
          receiver.receiveMessages(most - found.size(), patience).stream().toList();
      if (more.isEmpty()) {
        return found;
      }
      found.addAll(more);
    }
    return found;
  }

  /**
   * The next message.
   *
   * @throws IllegalStateException when there is none within {@code patience}
   */
  ServiceBusReceivedMessage receiveOne(Duration patience) throws InterruptedException {
    List<ServiceBusReceivedMessage> found = receive(1, patience);
    if (found.isEmpty()) {
      throw new IllegalStateException(
          "A message that was sent did not come within %d s.".formatted(patience.toSeconds()));
    }
    return found.get(0);
  }

  void complete(ServiceBusReceivedMessage message) throws InterruptedException {
    pace.await();
    times.timedAct("complete", () -> receiver.complete(message));
  }

  void abandon(ServiceBusReceivedMessage message) throws InterruptedException {
    pace.await();
    receiver.abandon(message);
  }

  void deadLetter(ServiceBusReceivedMessage message, String reason) throws InterruptedException {
    pace.await();
    receiver.deadLetter(message, new DeadLetterOptions().setDeadLetterReason(reason));
  }

  /** Renews the session's lock. */
  void renew() throws InterruptedException {
    pace.await();
    times.timedAct("renew a lock", () -> receiver.renewSessionLock());
  }

  @Override
  public void close() {
    receiver.close();
  }
}
