/** What operators ask a running receiver: a server of its own, on loopback unless it is opened. */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.admin;
