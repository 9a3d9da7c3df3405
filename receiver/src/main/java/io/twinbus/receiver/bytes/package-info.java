/** How many bytes of copies a receiver process holds, and which session may ask for more. */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.bytes;
