/** The last check: senders and receivers of this build at work on what a run has made. */
@org.jspecify.annotations.NullMarked
package io.twinbus.certify.closing;
