/** The broker itself: queues, sessions, locks and time, without threads, sockets or AMQP. */
@NullMarked
package io.twinbus.local.servicebus.broker;

import org.jspecify.annotations.NullMarked;
