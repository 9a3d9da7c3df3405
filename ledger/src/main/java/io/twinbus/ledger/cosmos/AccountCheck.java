package io.twinbus.ledger.cosmos;

import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.LedgerStartException.Reason;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether an account can be a ledger.
 *
 * <p>Two accounts cannot: one whose reads may be stale, and one that lets two regions accept writes
 * to the same document. On both, two workers can hold one claim.
 */
final class AccountCheck {

  private static final Logger LOG = LoggerFactory.getLogger(CosmosLedger.class);
  private static final int REGIONS_FOR_AVAILABILITY = 3;

  private final LedgerSettings settings;

  AccountCheck(LedgerSettings settings) {
    this.settings = settings;
  }

  /**
   * @throws LedgerStartException when the account cannot be a ledger and weak ones are not allowed
   */
  void check(AccountFacts facts) {
    if (!facts.defaultConsistency().equals("Strong")) {
      refuse(
          Reason.WEAK_CONSISTENCY,
          "The ledger at %s has the default consistency %s: set the account to Strong."
              .formatted(settings.endpoint(), facts.defaultConsistency()));
    }
    if (facts.multipleWrites() || facts.writeRegions().size() != 1) {
      refuse(
          Reason.SEVERAL_WRITE_REGIONS,
          "The ledger at %s lets several regions accept writes (%s): turn multi-region writes off."
              .formatted(settings.endpoint(), facts.writeRegions()));
    }
    if (facts.regions().size() < REGIONS_FOR_AVAILABILITY && !SdkProperties.isLoopback(settings)) {
      LOG.warn(
          "The ledger has {} of the three regions it needs: losing one stops all claims and commits"
              + " until it is back; add regions to the account.",
          facts.regions().size());
    }
  }

  /** Warns when this machine's clock is far from the account's. */
  void clock(Optional<Duration> behind) {
    behind
        .map(ClockSkew::new)
        .filter(ClockSkew::matters)
        .ifPresent(skew -> LOG.warn("{} Mend this machine's time service.", skew.sentence()));
  }

  private void refuse(Reason reason, String sentence) {
    if (!settings.allowWeak()) {
      throw new LedgerStartException(reason, sentence);
    }
    LOG.warn(
        "ALLOWED WEAK LEDGER: messages can be lost, repeated and run out of order. Never use this"
            + " for real data. {}",
        sentence);
  }
}
