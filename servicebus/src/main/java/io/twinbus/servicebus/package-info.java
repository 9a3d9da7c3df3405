/** How a region's Service Bus namespace is reached and read. */
@org.jspecify.annotations.NullMarked
package io.twinbus.servicebus;
