/** AMQP 1.0 as Service Bus speaks it: maps links, deliveries and requests onto the broker. */
@NullMarked
package io.twinbus.local.servicebus.amqp;

import org.jspecify.annotations.NullMarked;
