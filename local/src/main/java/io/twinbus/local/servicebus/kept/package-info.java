/** What a region keeps in a data directory: messages, sessions, message ids and entities. */
@NullMarked
package io.twinbus.local.servicebus.kept;

import org.jspecify.annotations.NullMarked;
