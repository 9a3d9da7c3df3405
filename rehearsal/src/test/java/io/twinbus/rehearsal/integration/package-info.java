/** Tests with real sockets and processes on this machine. */
@org.jspecify.annotations.NullMarked
package io.twinbus.rehearsal.integration;
