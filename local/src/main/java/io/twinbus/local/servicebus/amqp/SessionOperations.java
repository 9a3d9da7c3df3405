package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.amqp.ManagementRequest.InvalidRequestException;
import io.twinbus.local.servicebus.broker.MessageQueue;
import io.twinbus.local.servicebus.broker.Session;
import io.twinbus.local.servicebus.broker.SessionDesk;
import io.twinbus.local.servicebus.broker.admission.Refusal;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.qpid.proton.amqp.Binary;

/** Management requests about sessions: their lock, their state, which ones there are. */
final class SessionOperations {
  private static final int MAX_PAGE = 100;

  private final ServerContext context;
  private final MessageQueue queue;
  private final ConsumerLinks links;

  SessionOperations(ServerContext context, MessageQueue queue, ConsumerLinks links) {
    this.context = context;
    this.queue = queue;
    this.links = links;
  }

  Reply renewLock(ManagementRequest request) throws InvalidRequestException {
    String id = request.requiredText("session-id");
    Optional<Instant> until =
        heldByAsker(request, id) ? queue.sessions().flatMap(d -> d.renew(id)) : Optional.empty();
    return until
        .map(time -> Reply.ok(Map.of("expiration", Date.from(time))))
        .orElseGet(() -> refused(Refusal.SESSION_LOCK_LOST, id));
  }

  Reply getState(ManagementRequest request) throws InvalidRequestException {
    String id = request.requiredText("session-id");
    if (!heldByAsker(request, id)) {
      return refused(Refusal.SESSION_LOCK_LOST, id);
    }
    byte[] state = queue.sessions().map(desk -> desk.state(id)).orElse(null);
    Map<String, Object> values = new HashMap<>();
    values.put("session-state", state == null ? null : new Binary(state));
    return Reply.ok(values);
  }

  Reply setState(ManagementRequest request) throws InvalidRequestException {
    String id = request.requiredText("session-id");
    if (!heldByAsker(request, id)) {
      return refused(Refusal.SESSION_LOCK_LOST, id);
    }
    byte[] state = request.bytes("session-state");
    return queue
        .sessions()
        .flatMap(desk -> desk.setState(id, state))
        .map(refusal -> refused(refusal, id))
        .orElseGet(Reply::ok);
  }

  Reply list(ManagementRequest request) {
    int skip = (int) Math.max(0, request.number("skip", 0));
    int top = (int) Math.min(MAX_PAGE, Math.max(0, request.number("top", MAX_PAGE)));
    List<String> ids = queue.sessions().map(desk -> desk.list(skip, top)).orElse(List.of());
    return ids.isEmpty()
        ? Reply.noContent()
        : Reply.ok(Map.of("skip", skip + ids.size(), "sessions-ids", ids.toArray(new String[0])));
  }

  /** Whether the session is locked, and by the very link that the request names, if it does. */
  private boolean heldByAsker(ManagementRequest request, String id) {
    String linkName = request.associatedLink();
    if (linkName == null) {
      return queue.sessions().map((SessionDesk desk) -> desk.locked(id)).orElse(false);
    }
    ConsumerLink link = links.find(linkName);
    Session session = link == null ? null : link.session();
    return session != null && session.id().equals(id);
  }

  private Reply refused(Refusal refusal, String session) {
    return Reply.failed(context.errors().of(refusal, queue.name(), session));
  }
}
