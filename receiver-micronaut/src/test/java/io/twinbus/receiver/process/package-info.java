/** Tests of the service as a process of its own. */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.process;
