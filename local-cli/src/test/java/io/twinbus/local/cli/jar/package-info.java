/** The jar as a process: these tests run after it is packaged. */
@NullMarked
package io.twinbus.local.cli.jar;

import org.jspecify.annotations.NullMarked;
