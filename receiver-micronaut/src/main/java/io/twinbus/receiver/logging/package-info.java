/** How the receiver service writes its log lines. */
@NullMarked
package io.twinbus.receiver.logging;

import org.jspecify.annotations.NullMarked;
