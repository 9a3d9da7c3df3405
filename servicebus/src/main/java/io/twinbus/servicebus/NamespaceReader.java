package io.twinbus.servicebus;

import com.azure.messaging.servicebus.administration.models.MessagingSku;
import com.azure.messaging.servicebus.administration.models.NamespaceProperties;
import io.twinbus.protocol.settings.RegionSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import reactor.core.publisher.Mono;

/**
 * Reads of which tier a region's namespace is, through its management API over HTTP, which needs
 * the right Manage as {@link EntityReader} does. Thread-safe.
 */
public final class NamespaceReader {

  private final RegionSettings region;
  private final Duration bound;

  /** A reader that answers within {@code bound}. */
  public NamespaceReader(RegionSettings region, Duration bound) {
    this.region = region;
    this.bound = bound;
  }

  /** Reads; completes within the bound, and with nothing where that is not told. */
  public CompletionStage<Optional<NamespaceTier>> tier() {
    return Mono.defer(
            () -> AdministrationClients.builder(region).buildAsyncClient().getNamespaceProperties())
        .timeout(bound)
        .map(NamespaceReader::tier)
        .onErrorReturn(Optional.empty())
        .toFuture();
  }

  private static Optional<NamespaceTier> tier(NamespaceProperties namespace) {
    MessagingSku sku = namespace.getMessagingSku();
    if (MessagingSku.PREMIUM.equals(sku)) {
      return Optional.of(NamespaceTier.PREMIUM);
    }
    if (MessagingSku.STANDARD.equals(sku)) {
      return Optional.of(NamespaceTier.STANDARD);
    }
    return MessagingSku.BASIC.equals(sku) ? Optional.of(NamespaceTier.BASIC) : Optional.empty();
  }
}
