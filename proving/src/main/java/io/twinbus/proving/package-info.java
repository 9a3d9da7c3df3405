/** The launcher's main class, with every command. */
@org.jspecify.annotations.NullMarked
package io.twinbus.proving;
