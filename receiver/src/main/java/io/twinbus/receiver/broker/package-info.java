/** The port to one region's broker. */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.broker;
