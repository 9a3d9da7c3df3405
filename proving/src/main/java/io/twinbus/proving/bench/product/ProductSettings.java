package io.twinbus.proving.bench.product;

import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.rehearsal.stack.Endpoints;
import java.util.HashMap;
import java.util.Map;

/** The configuration of senders and receivers on a local stack, as a file would have it. */
public final class ProductSettings {

  private ProductSettings() {}

  /** The settings with which {@code stack} is reached, and {@code others}. */
  public static FlatSettings of(Endpoints stack, Map<String, String> others) {
    Map<String, String> settings = new HashMap<>();
    stack
        .connectionStrings()
        .forEach(
            (region, connectionString) ->
                settings.put(
                    "twinbus.regions.%s.connection-string".formatted(region),
                    connectionString.reveal()));
    settings.put("twinbus.ledger.endpoint", stack.ledger().toString());
    settings.put("twinbus.ledger.key", stack.ledgerKey().reveal());
    settings.putAll(others);
    return FlatSettings.of(settings);
  }
}
