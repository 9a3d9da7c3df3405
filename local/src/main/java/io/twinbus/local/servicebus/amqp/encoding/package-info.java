/** Messages as bytes: found, read, changed and written, without links. */
@NullMarked
package io.twinbus.local.servicebus.amqp.encoding;

import org.jspecify.annotations.NullMarked;
