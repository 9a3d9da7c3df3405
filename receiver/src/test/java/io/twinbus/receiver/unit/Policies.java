package io.twinbus.receiver.unit;

import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.receiver.session.FlowSettings;

/** Settings that differ from the defaults in one policy. */
final class Policies {

  private Policies() {}

  /** A session is held when it is not known how a call of its handler has ended. */
  static FlowSettings blockInDoubt() {
    FlowSettings.Attempts usual = FlowSettings.ofDefaults().attempts();
    return FlowSettings.ofDefaults()
        .withAttempts(
            new FlowSettings.Attempts(
                usual.max(),
                usual.backoff(),
                usual.handlerTimeout(),
                usual.onPoison(),
                InDoubt.BLOCK));
  }
}
