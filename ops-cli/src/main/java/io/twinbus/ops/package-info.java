/** How a command ends: exit codes, and failures with their sentence. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ops;
