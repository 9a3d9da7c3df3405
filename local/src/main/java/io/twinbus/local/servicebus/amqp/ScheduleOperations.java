package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.amqp.ManagementRequest.InvalidRequestException;
import io.twinbus.local.servicebus.amqp.encoding.Codec;
import io.twinbus.local.servicebus.amqp.encoding.EncodedMessage;
import io.twinbus.local.servicebus.amqp.encoding.MalformedMessageException;
import io.twinbus.local.servicebus.broker.SendTarget;
import io.twinbus.local.servicebus.broker.admission.Refusal;
import io.twinbus.local.servicebus.broker.admission.SendResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.qpid.proton.amqp.Binary;

/** Management requests about scheduled messages. */
final class ScheduleOperations {
  private final ServerContext context;
  private final SendTarget target;

  ScheduleOperations(ServerContext context, SendTarget target) {
    this.context = context;
    this.target = target;
  }

  Reply schedule(ManagementRequest request)
      throws InvalidRequestException, MalformedMessageException {
    List<EncodedMessage> messages = new ArrayList<>();
    for (Map<?, ?> entry : request.maps("messages")) {
      if (!(entry.get("message") instanceof Binary binary)) {
        throw ManagementRequest.missing("messages");
      }
      messages.add(context.parser().parseOne(Codec.bytes(binary)));
    }
    SendResult result = target.send(messages);
    return result instanceof SendResult.Accepted accepted
        ? Reply.ok(Map.of("sequence-numbers", accepted.sequenceNumbers().toArray(new Long[0])))
        : refused(((SendResult.Refused) result).refusal());
  }

  Reply cancel(ManagementRequest request) throws InvalidRequestException {
    return target
        .cancelScheduled(request.numbers("sequence-numbers"))
        .map(this::refused)
        .orElseGet(Reply::ok);
  }

  private Reply refused(Refusal refusal) {
    return Reply.failed(context.errors().of(refusal, target.name(), ""));
  }
}
