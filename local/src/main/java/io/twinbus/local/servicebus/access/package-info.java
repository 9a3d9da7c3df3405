/** Who may do what: shared access signatures, as clients put them on {@code $cbs}. */
@NullMarked
package io.twinbus.local.servicebus.access;

import org.jspecify.annotations.NullMarked;
