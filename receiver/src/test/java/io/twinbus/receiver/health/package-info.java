/** The rules about handlers that are down. */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.health;
