package io.twinbus.protocol.settings;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How to reach a region's Service Bus namespace: by its host name (with an Entra ID credential) or
 * by a connection string; exactly one of the two is set.
 *
 * <p>Immutable and thread-safe.
 *
 * @param name the region
 * @param namespace the fully qualified host name ({@code orders-east.servicebus.windows.net})
 * @param connectionString the connection string
 */
public record RegionSettings(
    RegionName name, @Nullable String namespace, @Nullable Secret connectionString) {

  /** The host (and port, if given) that this region's clients talk to, in lower case. */
  public String endpoint() {
    if (namespace != null) {
      return namespace.toLowerCase(Locale.ROOT);
    }
    for (String part :
        String.valueOf(connectionString == null ? null : connectionString.reveal())
            .split(";", -1)) {
      if (part.regionMatches(true, 0, "Endpoint=", 0, 9)) {
        return authority(part.substring(9));
      }
    }
    throw new InvalidSettingException(
        "twinbus.regions.%s.connection-string has no Endpoint=sb://… part.".formatted(name));
  }

  private String authority(String endpoint) {
    try {
      String authority = new URI(endpoint.strip()).getAuthority();
      if (authority != null) {
        return authority.toLowerCase(Locale.ROOT);
      }
    } catch (URISyntaxException e) {
      // the sentence below says it without repeating what may hold a secret
    }
    throw new InvalidSettingException(
        "twinbus.regions.%s.connection-string has an Endpoint that is no sb:// address."
            .formatted(name));
  }
}
