/** Tests of the sender's parts by themselves: nothing here opens a socket or starts a thread. */
@org.jspecify.annotations.NullMarked
package io.twinbus.sender.unit;
