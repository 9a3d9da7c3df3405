/** What an entity takes in: whole batches or nothing, and no duplicates. */
@NullMarked
package io.twinbus.local.servicebus.broker.admission;

import org.jspecify.annotations.NullMarked;
