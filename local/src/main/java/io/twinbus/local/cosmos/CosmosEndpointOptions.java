package io.twinbus.local.cosmos;

import io.twinbus.local.cosmos.gateway.Consistency;
import io.twinbus.local.network.ConnectionLimits;
import io.twinbus.local.network.LocalCertificate;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link CosmosEndpoint} needs to know. Immutable; start from {@link #defaults()}.
 *
 * @param address where all ports listen; default loopback
 * @param port the port of the account's own endpoint; default 0, any free one. Regions beside each
 *     other have further ports, any free ones
 * @param key the account key in base64; default a random one
 * @param account what kind of account it is
 * @param quotas what the account may hold and spend
 * @param clock the time of writes, expiry, replication and budgets; default the system's
 * @param seed of the chances that faults draw; default 1
 * @param limits of silent connections; default {@link ConnectionLimits#defaults()}
 * @param tls the certificate for clients that speak TLS; plain ones are served at the same port.
 *     Default null: no TLS
 */
public record CosmosEndpointOptions(
    InetAddress address,
    int port,
    String key,
    AccountOptions account,
    Quotas quotas,
    InstantSource clock,
    long seed,
    ConnectionLimits limits,
    @Nullable LocalCertificate tls) {
  /** The key of Microsoft's Cosmos DB emulator, which everybody knows. */
  public static final String EMULATOR_KEY =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

  private static final int KEY_BYTES = 64;

  /** A strongly consistent account on any free port, with a key of its own. */
  public static CosmosEndpointOptions defaults() {
    return new CosmosEndpointOptions(
        InetAddress.getLoopbackAddress(),
        0,
        randomKey(),
        AccountOptions.defaults(),
        Quotas.defaults(),
        InstantSource.system(),
        1,
        ConnectionLimits.defaults(),
        null);
  }

  /** Listens at this address of the machine; the wildcard in a container. */
  public CosmosEndpointOptions withAddress(InetAddress value) {
    return new CosmosEndpointOptions(value, port, key, account, quotas, clock, seed, limits, tls);
  }

  /** Listens on this port; 0 means any free one. */
  public CosmosEndpointOptions withPort(int value) {
    return new CosmosEndpointOptions(
        address, value, key, account, quotas, clock, seed, limits, tls);
  }

  /** Accepts this base64 key. */
  public CosmosEndpointOptions withKey(String value) {
    return new CosmosEndpointOptions(
        address, port, value, account, quotas, clock, seed, limits, tls);
  }

  /** Answers with this default consistency; a product that needs more can be seen refusing it. */
  public CosmosEndpointOptions withConsistency(Consistency value) {
    return withAccount(account.withConsistency(value));
  }

  /** Is such an account. */
  public CosmosEndpointOptions withAccount(AccountOptions value) {
    return new CosmosEndpointOptions(address, port, key, value, quotas, clock, seed, limits, tls);
  }

  /** Refuses what goes beyond these. */
  public CosmosEndpointOptions withQuotas(Quotas value) {
    return new CosmosEndpointOptions(address, port, key, account, value, clock, seed, limits, tls);
  }

  /** Takes time from this clock. */
  public CosmosEndpointOptions withClock(InstantSource value) {
    return new CosmosEndpointOptions(address, port, key, account, quotas, value, seed, limits, tls);
  }

  /** Draws the chances of faults from this seed. */
  public CosmosEndpointOptions withSeed(long value) {
    return new CosmosEndpointOptions(
        address, port, key, account, quotas, clock, value, limits, tls);
  }

  /** Bears with silent connections so long. */
  public CosmosEndpointOptions withLimits(ConnectionLimits value) {
    return new CosmosEndpointOptions(address, port, key, account, quotas, clock, seed, value, tls);
  }

  /** Serves clients that speak TLS as well. */
  public CosmosEndpointOptions withTls(LocalCertificate value) {
    return new CosmosEndpointOptions(
        address, port, key, account, quotas, clock, seed, limits, value);
  }

  @Override
  public String toString() {
    return "CosmosEndpointOptions[port="
        + port
        + ", account="
        + account
        + ", quotas="
        + quotas
        + ", seed="
        + seed
        + "]";
  }

  static String randomKey() {
    byte[] bytes = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }
}
