package io.twinbus.rehearsal.stack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import java.net.URI;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How to reach a local stack, as the line says that it prints when it is ready.
 *
 * <p>Immutable and thread-safe.
 *
 * @param connectionStrings by region
 * @param ledger the ledger's address
 * @param ledgerKey the ledger's key
 * @param control where faults are ordered
 */
public record Endpoints(
    SortedMap<RegionName, Secret> connectionStrings, URI ledger, Secret ledgerKey, URI control) {

  /** Copies {@code connectionStrings}. */
  public Endpoints {
    connectionStrings = Collections.unmodifiableSortedMap(new TreeMap<>(connectionStrings));
  }

  /**
   * Reads the line of JSON.
   *
   * @throws IllegalArgumentException when it is no such line
   */
  public static Endpoints parse(String line) {
    try {
      JsonNode json = new ObjectMapper().readTree(line);
      SortedMap<RegionName, Secret> regions = new TreeMap<>();
      for (Map.Entry<String, JsonNode> region : json.path("regions").properties()) {
        regions.put(
            new RegionName(region.getKey()),
            new Secret(region.getValue().path("connectionString").asText()));
      }
      return new Endpoints(
          regions,
          URI.create(json.path("ledger").path("endpoint").asText()),
          new Secret(json.path("ledger").path("key").asText()),
          URI.create(json.path("control").asText()));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("The local stack printed no line of JSON.", e);
    }
  }

  /** Whether {@code line} looks like the one that a local stack prints. */
  public static boolean isReadyLine(String line) {
    return line.startsWith("{\"regions\":");
  }

  /** The configuration file with which senders, receivers and the CLI reach the stack. */
  public String toYaml() {
    StringBuilder yaml = new StringBuilder("twinbus:\n  regions:\n");
    connectionStrings.forEach(
        (region, connectionString) ->
            yaml.append("    %s:%n".formatted(region))
                .append("      connection-string: '%s'%n".formatted(connectionString.reveal())));
    yaml.append("  ledger:%n    endpoint: '%s'%n".formatted(ledger));
    yaml.append("    key: '%s'%n".formatted(ledgerKey.reveal()));
    return yaml.toString();
  }
}
