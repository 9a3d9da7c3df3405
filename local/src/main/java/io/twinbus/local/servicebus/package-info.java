/**
 * What a local Service Bus namespace is told: its entities, its key, its port, with their limits.
 */
@NullMarked
package io.twinbus.local.servicebus;

import org.jspecify.annotations.NullMarked;
