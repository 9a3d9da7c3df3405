/** The assumptions about Service Bus, each with the check that tries it. */
@org.jspecify.annotations.NullMarked
package io.twinbus.certify.servicebus;
