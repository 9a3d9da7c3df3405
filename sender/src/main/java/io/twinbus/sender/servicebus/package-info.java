/** The links to Service Bus: the only code of the sender that knows the Azure SDK. */
@org.jspecify.annotations.NullMarked
package io.twinbus.sender.servicebus;
