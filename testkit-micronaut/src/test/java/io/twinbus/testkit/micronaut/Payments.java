package io.twinbus.testkit.micronaut;

import io.micronaut.context.annotation.Requires;
import io.micronaut.serde.annotation.Serdeable;
import io.twinbus.protocol.Body;
import io.twinbus.receiver.Outcome;
import io.twinbus.receiver.Session;
import io.twinbus.receiver.listener.SessionListener;
import jakarta.inject.Singleton;

/** A handler that keeps the sum of a session's payments. */
@Singleton
@Requires(property = "twinbus.queue", value = "payments")
final class Payments {

  @Serdeable
  record Payment(int cents) {}

  @SessionListener
  Outcome on(Session account, Payment payment) {
    int before = account.state().map(sum -> Integer.parseInt(Body.wrap(sum).utf8())).orElse(0);
    account.state(Body.ofUtf8("" + (before + payment.cents())).toBytes());
    return Outcome.complete();
  }
}
