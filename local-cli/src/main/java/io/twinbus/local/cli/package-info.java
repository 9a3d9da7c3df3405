/** The local stack as a program of its own, and the options that every program around it shares. */
@NullMarked
package io.twinbus.local.cli;

import org.jspecify.annotations.NullMarked;
