/** Twinbus settings in Micronaut applications, for the sender and the receiver alike. */
@org.jspecify.annotations.NullMarked
package io.twinbus.micronaut;
