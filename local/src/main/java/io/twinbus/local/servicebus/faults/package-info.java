/** Faults of a Service Bus endpoint: what may strike, where, and what it did. */
@NullMarked
package io.twinbus.local.servicebus.faults;

import org.jspecify.annotations.NullMarked;
