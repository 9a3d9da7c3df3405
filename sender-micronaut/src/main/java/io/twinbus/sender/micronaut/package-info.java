/** The sender as a bean of Micronaut applications. */
@org.jspecify.annotations.NullMarked
package io.twinbus.sender.micronaut;
