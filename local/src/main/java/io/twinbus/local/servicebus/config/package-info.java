/** Entities from a file in the format of Microsoft's Service Bus emulator. */
@NullMarked
package io.twinbus.local.servicebus.config;

import org.jspecify.annotations.NullMarked;
