/** TCP: sockets, the one event loop of a namespace, and the network faults. */
@NullMarked
package io.twinbus.local.servicebus.transport;

import org.jspecify.annotations.NullMarked;
