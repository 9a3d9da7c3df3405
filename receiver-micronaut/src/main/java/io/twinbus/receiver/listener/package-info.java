/** Handlers as annotated methods of Micronaut beans. */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.listener;
