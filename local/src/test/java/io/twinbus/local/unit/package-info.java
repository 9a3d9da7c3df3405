/** The local broker alone, on one thread and a clock that the test moves. */
@NullMarked
package io.twinbus.local.unit;

import org.jspecify.annotations.NullMarked;
