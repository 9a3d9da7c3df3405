/** The receiver's API: the handler that applications write, what it gets and what it answers. */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver;
