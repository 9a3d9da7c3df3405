/** The ways to an application's handler: an HTTP endpoint, or a bean that may block. */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.handler;
