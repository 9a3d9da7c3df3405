/** Time that a test lets pass. */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.ticked;
