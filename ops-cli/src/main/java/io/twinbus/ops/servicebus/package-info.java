/** The only package that imports the Service Bus SDK: peeking, dead letters, sending again. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ops.servicebus;
