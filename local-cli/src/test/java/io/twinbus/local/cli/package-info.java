/** What the program says to options that contradict each other. */
@NullMarked
package io.twinbus.local.cli;

import org.jspecify.annotations.NullMarked;
