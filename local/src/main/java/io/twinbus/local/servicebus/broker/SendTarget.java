package io.twinbus.local.servicebus.broker;

import io.twinbus.local.servicebus.broker.admission.MessageContent;
import io.twinbus.local.servicebus.broker.admission.Refusal;
import io.twinbus.local.servicebus.broker.admission.SendResult;
import java.util.List;
import java.util.Optional;

/** An entity that messages are sent to: a queue or a topic. */
public interface SendTarget {

  /** Its name as it was configured. */
  String name();

  /** The largest message or batch that it takes now. */
  int maxMessageSizeBytes();

  /** Takes in all of the messages, in order, or none. */
  SendResult send(List<? extends MessageContent> batch);

  /** Takes back messages whose time has not come: all of them, or none. */
  Optional<Refusal> cancelScheduled(List<Long> sequenceNumbers);

  /** Lets a client stay linked for sending until it says otherwise; or why it may not. */
  Optional<Refusal> linkProducer(LinkedClient producer);

  /** Lets a client stay linked for requests until it says otherwise. */
  void linkRequester(LinkedClient requester);

  /** Ends a client's link. */
  void unlink(LinkedClient client);
}
