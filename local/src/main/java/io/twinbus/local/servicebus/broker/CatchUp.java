package io.twinbus.local.servicebus.broker;

import java.time.Instant;

/** Applies what time has brought to an entity, and answers the time. */
interface CatchUp {
  Instant catchUp();
}
