package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.network.ConnectionLimits;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.access.Gatekeeper;
import io.twinbus.local.servicebus.amqp.encoding.Codec;
import io.twinbus.local.servicebus.amqp.encoding.DeliveryEncoder;
import io.twinbus.local.servicebus.amqp.encoding.MessageParser;
import io.twinbus.local.servicebus.broker.Namespace;
import io.twinbus.local.servicebus.broker.Surroundings;
import io.twinbus.local.servicebus.faults.FaultBoard;

/**
 * The AMQP side of one namespace: makes a connection of each socket and ends the turns.
 *
 * <p>Not thread-safe: all calls, also those on its connections, come from one thread, which calls
 * {@link #endTurn()} soon after {@code requestTurnEnd} was run.
 */
public final class AmqpServer {
  private final ServerContext context;
  private final Turn turn;

  /** A server for a namespace; {@code requestTurnEnd} may be run many times a turn. */
  public AmqpServer(
      ServiceBusEndpointOptions options,
      Namespace namespace,
      Surroundings around,
      FaultBoard faults,
      Runnable requestTurnEnd) {
    Codec codec = new Codec();
    this.turn = new Turn(requestTurnEnd);
    this.context =
        new ServerContext(
            namespace,
            new ErrorTexts(options.region(), around.clock(), around.lockTokens()),
            turn,
            codec,
            new MessageParser(codec, around.lockTokens()),
            new DeliveryEncoder(codec),
            faults,
            new Gatekeeper(options.access(), around.clock()));
  }

  /** A connection over a socket that has just been accepted, and may be idle so long. */
  public AmqpConnection connection(Wire wire, ConnectionLimits limits) {
    return new AmqpConnection(context, wire, limits);
  }

  /** Lets receivers act on what the broker told them, and flushes every connection once. */
  public void endTurn() {
    turn.end();
  }
}
