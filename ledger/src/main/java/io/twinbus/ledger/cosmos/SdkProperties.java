package io.twinbus.ledger.cosmos;

import io.twinbus.ledger.LedgerSettings;
import java.util.Locale;

/**
 * The system properties that the Cosmos SDK reads once, when its first class loads.
 *
 * <p>A property that is already set stays: the command line that starts the process has the last
 * word.
 */
final class SdkProperties {

  private SdkProperties() {}

  static void prepare(LedgerSettings settings) {
    if ("http".equals(settings.endpoint().getScheme())) {
      if (!isLoopback(settings)) {
        throw new LedgerStartException(
            LedgerStartException.Reason.PLAIN_HTTP,
            "The ledger at %s is plain http on another machine: use https, http is for loopback"
                    .formatted(settings.endpoint())
                + " alone.");
      }
      setUnlessSet("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
    }
    if (settings.key().isPresent()) {
      // With a key nothing asks the machine's metadata service, which off Azure only costs time.
      setUnlessSet("COSMOS.DISABLE_IMDS_ACCESS", "true");
    }
    // By default a client that has met a dead write region goes on writing to it for five minutes.
    setUnlessSet("COSMOS.UNAVAILABLE_LOCATIONS_EXPIRATION_TIME_IN_SECONDS", "5");
    setUnlessSet("COSMOS.BACKGROUND_REFRESH_LOCATION_JITTER_MAX_IN_SECONDS", "0");
  }

  static boolean isLoopback(LedgerSettings settings) {
    String host = settings.endpoint().getHost().toLowerCase(Locale.ROOT);
    return host.equals("localhost")
        || host.equals("[::1]")
        || host.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
  }

  private static void setUnlessSet(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }
}
