/** The command as a process of its own. */
@org.jspecify.annotations.NullMarked
package io.twinbus.certify.process;
