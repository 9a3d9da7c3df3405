/** Sends an input at a steady rate and keeps what became of each message. */
@org.jspecify.annotations.NullMarked
package io.twinbus.rehearsal.producer;
