package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.access.Gatekeeper;
import io.twinbus.local.servicebus.amqp.encoding.Codec;
import io.twinbus.local.servicebus.amqp.encoding.DeliveryEncoder;
import io.twinbus.local.servicebus.amqp.encoding.MessageParser;
import io.twinbus.local.servicebus.broker.Namespace;
import io.twinbus.local.servicebus.faults.FaultBoard;

/** What all connections of a namespace share; used on its one thread. */
record ServerContext(
    Namespace namespace,
    ErrorTexts errors,
    Turn turn,
    Codec codec,
    MessageParser parser,
    DeliveryEncoder deliveries,
    FaultBoard faults,
    Gatekeeper gatekeeper) {}
