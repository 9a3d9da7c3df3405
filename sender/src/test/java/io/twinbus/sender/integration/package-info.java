/** Tests of the sender through the unmodified Service Bus SDK, against the local stand-in. */
@org.jspecify.annotations.NullMarked
package io.twinbus.sender.integration;
