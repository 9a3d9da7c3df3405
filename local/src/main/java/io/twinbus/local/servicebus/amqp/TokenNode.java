package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.access.Gatekeeper;
import io.twinbus.local.servicebus.access.Permits;
import io.twinbus.local.servicebus.access.Verdict;
import io.twinbus.local.servicebus.faults.Occasion;
import io.twinbus.local.servicebus.faults.Operation;
import java.util.Map;
import java.util.Optional;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.message.Message;
import org.jspecify.annotations.Nullable;

/** The {@code $cbs} node, to which the clients of a connection bring their tokens. */
final class TokenNode implements RequestNode {
  private final Gatekeeper gatekeeper;
  private final ErrorTexts errors;
  private final Permits permits;

  TokenNode(ServerContext context, Permits permits) {
    this.gatekeeper = context.gatekeeper();
    this.errors = context.errors();
    this.permits = permits;
  }

  @Override
  public Optional<Occasion> occasion(Message request) {
    return Optional.of(new Occasion(Operation.AUTHORIZE, null, null));
  }

  @Override
  public Reply answer(Message request) {
    String audience = audience(request);
    Verdict verdict = gatekeeper.judge(token(request), audience);
    if (verdict instanceof Verdict.Denied denied) {
      return Reply.failed(errors.of(Condition.UNAUTHORIZED, denied.why(), audience));
    }
    permits.add((Verdict.Granted) verdict);
    return Reply.accepted();
  }

  private static String audience(Message request) {
    Map<String, Object> properties =
        request.getApplicationProperties() == null
            ? null
            : request.getApplicationProperties().getValue();
    return properties != null && properties.get("name") instanceof String name ? name : "";
  }

  private static @Nullable String token(Message request) {
    return request.getBody() instanceof AmqpValue value && value.getValue() instanceof String text
        ? text
        : null;
  }
}
