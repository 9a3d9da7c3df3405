package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.faults.FaultPoint;
import io.twinbus.local.network.ConnectionLimits;
import io.twinbus.local.servicebus.access.Permits;
import io.twinbus.local.servicebus.broker.BrokerLie;
import io.twinbus.local.servicebus.faults.Effect;
import io.twinbus.local.servicebus.faults.FaultCondition;
import io.twinbus.local.servicebus.faults.Occasion;
import io.twinbus.local.servicebus.faults.Operation;
import io.twinbus.local.servicebus.faults.Target;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.qpid.proton.Proton;
import org.apache.qpid.proton.engine.Collector;
import org.apache.qpid.proton.engine.Connection;
import org.apache.qpid.proton.engine.EndpointState;
import org.apache.qpid.proton.engine.Event;
import org.apache.qpid.proton.engine.Link;
import org.apache.qpid.proton.engine.Sasl;
import org.apache.qpid.proton.engine.Session;
import org.apache.qpid.proton.engine.Transport;
import org.apache.qpid.proton.engine.TransportException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One client's AMQP connection: bytes in, engine events to the links, bytes out. */
public final class AmqpConnection {
  private static final Logger LOG = LoggerFactory.getLogger(AmqpConnection.class);
  private static final int MAX_FRAME_BYTES = 64 * 1024;
  private static final int SESSION_WINDOW_BYTES = 64 * 1024 * 1024;

  private final ServerContext context;
  private final Wire wire;
  private final Transport transport = Proton.transport();
  private final Connection connection = Proton.connection();
  private final Collector collector = Proton.collector();
  private final SaslEntrance entrance;
  private final LinkAttacher attacher;
  private final Map<LinkEnd, Link> ends = new LinkedHashMap<>();
  private final ConnectionLimits limits;
  private final IdleLinks idle;
  private boolean gone;
  private boolean silent;

  AmqpConnection(ServerContext context, Wire wire, ConnectionLimits limits) {
    this.context = context;
    this.wire = wire;
    this.limits = limits;
    this.idle = new IdleLinks(limits);
    Permits permits = new Permits(context.gatekeeper());
    this.entrance = new SaslEntrance(context.gatekeeper(), permits);
    this.attacher = new LinkAttacher(context, this, permits);
    connection.collect(collector);
    connection.setContainer("twinbus-local");
    transport.setMaxFrameSize(MAX_FRAME_BYTES);
    transport.setIdleTimeout((int) limits.idle().toMillis());
    transport.setEmitFlowEventOnSend(false);
    Sasl sasl = transport.sasl();
    sasl.server();
    sasl.setMechanisms(SaslEntrance.MECHANISMS);
    sasl.setListener(entrance);
    transport.bind(connection);
  }

  /** Takes in bytes from the socket. */
  public void receive(ByteBuffer bytes) {
    try {
      while (bytes.hasRemaining() && !gone && !entrance.refused()) {
        int room = transport.capacity();
        if (room <= 0) {
          break;
        }
        int length = Math.min(room, bytes.remaining());
        transport.tail().put(bytes.slice(bytes.position(), length));
        bytes.position(bytes.position() + length);
        process();
        dispatch();
      }
    } catch (TransportException e) {
      LOG.debug("A client broke the AMQP protocol; its connection ends.", e);
      dispatch();
    }
    context.turn().hasOutput(this);
  }

  /** The engine answers some frames that make no sense with whatever exception they lead to. */
  private void process() {
    try {
      transport.process();
    } catch (TransportException e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.debug("A client's frames made no sense to the AMQP engine; its connection ends.", e);
      abort();
    }
  }

  /** The socket is gone: all links end, and with them their locks. */
  public void disconnected() {
    gone = true;
    List<LinkEnd> all = new ArrayList<>(ends.keySet());
    ends.clear();
    all.forEach(LinkEnd::gone);
  }

  /** Whether the client has opened the connection; one that never does is of no use. */
  public boolean opened() {
    return connection.getRemoteState() != EndpointState.UNINITIALIZED;
  }

  /** Ends the connection after an error of ours. */
  void abort() {
    disconnected();
    wire.close();
  }

  /** Detaches a link with an error; what stands behind it ends. */
  void detach(Link link, AmqpError error) {
    if (link.getContext() instanceof LinkEnd end) {
      link.setContext(null);
      ends.remove(end);
      end.gone();
    }
    if (link.getLocalState() == EndpointState.UNINITIALIZED) {
      LinkAttacher.refuse(link, error);
    } else {
      link.setCondition(error.onTheWire());
      link.close();
    }
    hasOutput();
  }

  /** Closes the connection with an error; all its links end, and with them their locks. */
  void close(AmqpError error) {
    ends.values().forEach(link -> link.setContext(null));
    List<LinkEnd> all = new ArrayList<>(ends.keySet());
    ends.clear();
    all.forEach(LinkEnd::gone);
    connection.setCondition(error.onTheWire());
    connection.close();
    hasOutput();
  }

  /** Detaches the links that serve the target; answers how many. */
  public int detachAll(Target target) {
    List<Link> found = new ArrayList<>();
    ends.forEach(
        (end, link) -> {
          if (end.serves(target)) {
            found.add(link);
          }
        });
    String entity = target.entity() == null ? "" : target.entity();
    found.forEach(link -> detach(link, context.errors().injected(Condition.LINK_DETACHED, entity)));
    return found.size();
  }

  /** From now on links of this connection are accepted, and deliver nothing. */
  public void silence() {
    silent = true;
  }

  /** Links deliver again. */
  public void speak() {
    silent = false;
    List.copyOf(ends.keySet()).forEach(LinkEnd::flow);
    hasOutput();
  }

  boolean isSilent() {
    return silent;
  }

  /** Closes the connection as a service does that goes away; locks end. */
  public void closeForced() {
    close(context.errors().injected(Condition.CONNECTION_FORCED, ""));
  }

  /** Sends heartbeats and ends a connection whose client went silent; time only grows. */
  public void tick(long monotonicMs) {
    if (!gone) {
      transport.tick(monotonicMs);
      dispatch();
      if (context.gatekeeper().checks()) {
        detachUnauthorized();
      }
      endIdle(monotonicMs);
      context.turn().hasOutput(this);
    }
  }

  /** As Azure does: a link ends when it is not used, a connection some time after its last link. */
  private void endIdle(long monotonicMs) {
    for (LinkEnd end : idle.due(ends.keySet(), monotonicMs)) {
      if (context.faults().lies(BrokerLie.IDLE_SENDS_DROPPED) && end instanceof ProducerLink link) {
        link.drop();
      } else {
        Link link = Objects.requireNonNull(ends.get(end));
        detach(link, context.errors().idleLink(link, limits.linkIdle()));
      }
    }
    boolean hasLinks = ends.values().stream().anyMatch(link -> !attacher.isForTokens(link));
    if (opened() && idle.isDue(hasLinks, monotonicMs)) {
      close(context.errors().withoutLinks(limits.withoutLinks()));
    }
  }

  /** Something was asked on behalf of the link, such as a renewal of its session's lock. */
  void used(LinkEnd end) {
    idle.used(end);
  }

  /** Links end with the token that opened them, unless the client has brought a newer one. */
  private void detachUnauthorized() {
    for (Link link : List.copyOf(ends.values())) {
      if (!attacher.authorized(link)) {
        detach(link, attacher.unauthorized(link));
      }
    }
  }

  void opened(Link link, LinkEnd end) {
    link.setContext(end);
    ends.put(end, link);
  }

  void closed(LinkEnd end) {
    ends.remove(end);
  }

  /** To be called after anything was given to the engine outside of an incoming event. */
  void hasOutput() {
    context.turn().hasOutput(this);
  }

  void flush() {
    if (gone) {
      return;
    }
    try {
      writePending();
    } catch (RuntimeException e) {
      LOG.warn("The AMQP engine could not answer a client; its connection ends.", e);
      abort();
    }
  }

  private void writePending() {
    boolean written = false;
    int pending = transport.pending();
    while (pending > 0) {
      wire.write(transport.head());
      transport.pop(pending);
      written = true;
      pending = transport.pending();
    }
    if (written) {
      wire.flush();
    }
    if (pending < 0 || entrance.refused()) {
      wire.close();
    }
  }

  private void dispatch() {
    Event event;
    while (!gone && !entrance.refused() && (event = collector.peek()) != null) {
      handle(event);
      collector.pop();
    }
  }

  private void handle(Event event) {
    switch (event.getType()) {
      case CONNECTION_REMOTE_OPEN -> open();
      case CONNECTION_REMOTE_CLOSE -> connection.close();
      case SESSION_REMOTE_OPEN -> {
        event.getSession().setIncomingCapacity(SESSION_WINDOW_BYTES);
        event.getSession().open();
      }
      case SESSION_REMOTE_CLOSE -> closeSession(event.getSession());
      case LINK_REMOTE_OPEN -> attach(event.getLink());
      case LINK_REMOTE_CLOSE, LINK_REMOTE_DETACH -> closeLink(event.getLink());
      case LINK_FLOW -> {
        if (event.getLink().getContext() instanceof LinkEnd end) {
          used(end);
          end.flow();
        }
      }
      case DELIVERY -> {
        if (event.getLink().getContext() instanceof LinkEnd end) {
          used(end);
          end.delivery(event.getDelivery());
        }
      }
      default -> {}
    }
  }

  private void attach(@Nullable Link link) {
    if (link == null) {
      // The engine's way of saying so.
      LOG.debug("A client attached a link under a handle that is in use; its connection ends.");
      abort();
      return;
    }
    attacher.attach(link);
  }

  private void open() {
    Effect struck =
        context.faults().armed()
            ? context
                .faults()
                .strike(new Occasion(Operation.CONNECT, null, null), FaultPoint.BEFORE_COMMIT)
                .orElse(null)
            : null;
    if (struck == null) {
      connection.open();
    } else if (struck.kind() == Effect.Kind.DROP) {
      abort();
    } else if (struck.kind() != Effect.Kind.HANG) {
      connection.open();
      FaultCondition said = struck.condition();
      Condition condition = said == null ? Condition.CONNECTION_FORCED : Condition.of(said);
      close(context.errors().injected(condition, ""));
    }
  }

  private void closeSession(Session session) {
    for (Map.Entry<LinkEnd, Link> entry : List.copyOf(ends.entrySet())) {
      if (entry.getValue().getSession() == session) {
        ends.remove(entry.getKey());
        entry.getValue().setContext(null);
        entry.getKey().gone();
      }
    }
    session.close();
    session.free();
  }

  private void closeLink(Link link) {
    if (link.getContext() instanceof LinkEnd end) {
      link.setContext(null);
      ends.remove(end);
      end.gone();
    }
    link.close();
    link.free();
  }
}
