/** The broker port on the Azure Service Bus SDK: the only package that imports it. */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.servicebus;
