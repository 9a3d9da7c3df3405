package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.amqp.ManagementRequest.InvalidRequestException;
import io.twinbus.local.servicebus.amqp.encoding.MalformedMessageException;
import io.twinbus.local.servicebus.broker.BrokerMessage;
import io.twinbus.local.servicebus.broker.DeferredResult;
import io.twinbus.local.servicebus.broker.Disposition;
import io.twinbus.local.servicebus.broker.Disposition.Kind;
import io.twinbus.local.servicebus.broker.MessageLock;
import io.twinbus.local.servicebus.broker.MessageQueue;
import io.twinbus.local.servicebus.broker.Settlement;
import io.twinbus.local.servicebus.broker.admission.Refusal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.qpid.proton.amqp.Binary;
import org.jspecify.annotations.Nullable;

/** Management requests about messages: peek, deferred ones, locks and settlement by token. */
final class MessageOperations {
  private static final int MAX_PEEK = 1000;
  // Under the largest message of most entities, so that a reply always fits the client's link.
  private static final int MAX_PEEK_BYTES = 256 * 1024;
  private static final int RECEIVE_AND_DELETE = 0;

  private final ServerContext context;
  private final MessageQueue queue;

  MessageOperations(ServerContext context, MessageQueue queue) {
    this.context = context;
    this.queue = queue;
  }

  Reply peek(ManagementRequest request) throws MalformedMessageException {
    long from = request.number("from-sequence-number", 1);
    int max = (int) Math.min(MAX_PEEK, Math.max(1, request.number("message-count", 1)));
    List<Map<String, Object>> found = new ArrayList<>();
    int bytes = 0;
    for (BrokerMessage message : queue.byNumber().peek(from, max, request.text("session-id"))) {
      byte[] encoded = context.deliveries().encode(message, null).copy();
      bytes += encoded.length;
      if (!found.isEmpty() && bytes > MAX_PEEK_BYTES) {
        break;
      }
      found.add(Map.of("message", new Binary(encoded)));
    }
    return found.isEmpty() ? Reply.noContent() : Reply.ok(Map.of("messages", found));
  }

  Reply receiveDeferred(ManagementRequest request)
      throws InvalidRequestException, MalformedMessageException {
    DeferredResult result =
        queue
            .byNumber()
            .receiveDeferred(request.numbers("sequence-numbers"), request.text("session-id"));
    if (result instanceof DeferredResult.Refused refused) {
      return refused(refused.refusal());
    }
    boolean delete = request.number("receiver-settle-mode", 1) == RECEIVE_AND_DELETE;
    List<Map<String, Object>> found = new ArrayList<>();
    for (MessageLock lock : ((DeferredResult.Received) result).locks()) {
      Map<String, Object> one = new HashMap<>();
      one.put("message", new Binary(context.deliveries().encode(lock.message(), lock).copy()));
      if (delete) {
        queue.settle(lock.token(), Disposition.of(Kind.COMPLETE));
      } else {
        one.put("lock-token", lock.token());
      }
      found.add(one);
    }
    return Reply.ok(Map.of("messages", found));
  }

  Reply renewLocks(ManagementRequest request) throws InvalidRequestException {
    List<Date> expirations = new ArrayList<>();
    for (UUID token : request.tokens("lock-tokens")) {
      Optional<Instant> until = queue.renewLock(token);
      if (until.isEmpty()) {
        return refused(Refusal.MESSAGE_LOCK_LOST);
      }
      expirations.add(Date.from(until.get()));
    }
    return Reply.ok(Map.of("expirations", expirations.toArray(new Date[0])));
  }

  Reply settle(ManagementRequest request) throws InvalidRequestException {
    Disposition disposition = disposition(request);
    List<UUID> tokens = request.tokens("lock-tokens");
    for (UUID token : tokens) {
      if (queue.lock(token) == null) {
        return refused(lockLost(request));
      }
    }
    for (UUID token : tokens) {
      if (queue.settle(token, disposition) == Settlement.LOCK_LOST) {
        return refused(lockLost(request));
      }
    }
    return Reply.ok();
  }

  /** In a session it is the session's lock that holds its messages. */
  private Refusal lockLost(ManagementRequest request) {
    return queue.sessions().isPresent() && request.text("session-id") != null
        ? Refusal.SESSION_LOCK_LOST
        : Refusal.MESSAGE_LOCK_LOST;
  }

  private static Disposition disposition(ManagementRequest request) throws InvalidRequestException {
    Map<?, ?> asked =
        request.value("properties-to-modify") instanceof Map<?, ?> map ? map : Map.of();
    Map<String, Object> properties = Outcomes.properties(asked);
    return switch (request.requiredText("disposition-status")) {
      case "completed" -> Disposition.of(Kind.COMPLETE);
      case "abandoned" -> new Disposition(Kind.ABANDON, properties);
      // The first spelling is what the service's clients send.
      case "defered", "deferred" -> new Disposition(Kind.DEFER, properties);
      case "suspended" -> {
        put(properties, "DeadLetterReason", request.text("deadletter-reason"));
        put(properties, "DeadLetterErrorDescription", request.text("deadletter-description"));
        yield new Disposition(Kind.DEAD_LETTER, properties);
      }
      default -> throw ManagementRequest.missing("disposition-status");
    };
  }

  private static void put(Map<String, Object> properties, String key, @Nullable String value) {
    if (value != null) {
      properties.put(key, value);
    }
  }

  private Reply refused(Refusal refusal) {
    return Reply.failed(context.errors().of(refusal, queue.name(), ""));
  }
}
