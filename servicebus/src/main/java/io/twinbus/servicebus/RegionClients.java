package io.twinbus.servicebus;

import com.azure.core.credential.TokenCredential;
import com.azure.identity.DefaultAzureCredentialBuilder;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.settings.RegionSettings;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Prepares the SDK's clients of a region: with its connection string, or its host and a credential.
 *
 * <p>Immutable and thread-safe.
 */
public final class RegionClients {

  private static final String EMULATOR = "usedevelopmentemulator=true";
  private static final String HTTPS = "https://";

  private final Supplier<TokenCredential> credential;

  private RegionClients(Supplier<TokenCredential> credential) {
    this.credential = credential;
  }

  /** Uses the default Azure credential; its library is loaded when a region needs it. */
  public static RegionClients withDefaultCredential() {
    return new RegionClients(() -> new DefaultAzureCredentialBuilder().build());
  }

  /** Uses {@code credential}. */
  public static RegionClients withCredential(TokenCredential credential) {
    return new RegionClients(() -> credential);
  }

  /** Uses what {@code credential} gives, which is asked when a region needs it. */
  public static RegionClients withCredentialFrom(Supplier<TokenCredential> credential) {
    return new RegionClients(credential);
  }

  /** Whether {@code region} is an emulator's: without TLS, and at a port of its own. */
  public static boolean isEmulator(RegionSettings region) {
    Secret connectionString = region.connectionString();
    return connectionString != null
        && connectionString.reveal().toLowerCase(Locale.ROOT).contains(EMULATOR);
  }

  /**
   * A builder of clients for {@code region}.
   *
   * @throws InvalidSettingException when the connection string is none of Service Bus
   */
  public ServiceBusClientBuilder builder(RegionSettings region) {
    ServiceBusClientBuilder builder = new ServiceBusClientBuilder();
    Secret connectionString = region.connectionString();
    if (connectionString == null) {
      return byCredential(builder, region.endpoint());
    }
    try {
      return builder.connectionString(connectionString.reveal());
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingException(
          "twinbus.regions.%s.connection-string is not a connection string of Service Bus: give one"
                  .formatted(region.name())
              + " with Endpoint, SharedAccessKeyName and SharedAccessKey.");
    }
  }

  /** A port, as of a proxy before the namespace, is not part of the host's name. */
  private ServiceBusClientBuilder byCredential(ServiceBusClientBuilder builder, String endpoint) {
    int colon = endpoint.lastIndexOf(':');
    if (colon < 0) {
      return builder.credential(endpoint, credential.get());
    }
    return builder
        .credential(endpoint.substring(0, colon), credential.get())
        .customEndpointAddress(HTTPS + endpoint);
  }
}
