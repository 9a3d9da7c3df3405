/** A local stand-in for one Azure Service Bus namespace, to which the unmodified SDKs connect. */
@NullMarked
package io.twinbus.local.servicebus;

import org.jspecify.annotations.NullMarked;
