/** The rules of Service Bus's documentation, one test each. */
@NullMarked
package io.twinbus.local.conformance.servicebus;

import org.jspecify.annotations.NullMarked;
