/** The rules of subscriptions: which messages of a topic each gets. Pure, without the broker. */
@NullMarked
package io.twinbus.local.servicebus.rules;

import org.jspecify.annotations.NullMarked;
