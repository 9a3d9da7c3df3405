package io.twinbus.receiver.region;

import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.ReceiverKeys;
import io.twinbus.receiver.session.FlowSettings;
import java.util.Locale;

/**
 * The setting {@code twinbus.receiver.claim} (default {@code session}): what is claimed before a
 * handler is called. Settings that promise what only a claim on the session can keep are refused
 * beside {@code message}, rather than passed over.
 */
final class ClaimSettings {

  private ClaimSettings() {}

  /**
   * {@code flow} with the claim that {@code flat} asks for.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException when others do not go with it
   */
  static FlowSettings in(FlowSettings flow, FlatSettings flat) {
    FlowSettings.Records records = flow.records();
    ClaimScope claim = flat.choice(ReceiverKeys.CLAIM, ClaimScope.class);
    if (claim == ClaimScope.MESSAGE) {
      refuse(
          flat,
          flow.commit().group() > 1,
          flat.inForce(ReceiverKeys.COMMIT) + ": grouped",
          "there is no session to commit");
      refuse(
          flat,
          flow.attempts().inDoubt() == InDoubt.BLOCK,
          flat.inForce(ReceiverKeys.IN_DOUBT) + ": block",
          "there is no session to hold for an operator");
      refuse(
          flat,
          flow.attempts().onPoison() == FlowSettings.OnPoison.BLOCK,
          flat.inForce(ReceiverKeys.ON_POISON) + ": block",
          "there is no session to hold for an operator");
      refuse(
          flat,
          flow.gaps().policy() == FlowSettings.GapPolicy.SKIP,
          flat.inForce(ReceiverKeys.GAP_POLICY) + ": skip",
          "nobody waits at gaps");
    }
    return flow.withRecords(
        new FlowSettings.Records(claim, records.maxEnded(), records.maxStreams()));
  }

  /** A value that was refused has its default here, which goes with every claim. */
  private static void refuse(FlatSettings flat, boolean isSet, String setting, String why) {
    if (isSet) {
      flat.refuse(
          "%s is '%s' and %s: %s; leave one of them out."
              .formatted(
                  flat.inForce(ReceiverKeys.CLAIM),
                  ClaimScope.MESSAGE.name().toLowerCase(Locale.ROOT),
                  setting,
                  why));
    }
  }
}
