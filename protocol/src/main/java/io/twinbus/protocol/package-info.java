/** What senders and receivers agree on: sessions, streams, sequences, headers and regions. */
@org.jspecify.annotations.NullMarked
package io.twinbus.protocol;
