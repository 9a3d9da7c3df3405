package io.twinbus.local.cosmos;

import io.twinbus.local.cosmos.gateway.Consistency;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Base64;

/**
 * What a {@link CosmosEndpoint} needs to know. Immutable; start from {@link #defaults()}.
 *
 * @param port the loopback port; default 0, any free one
 * @param key the account key in base64; default a random one
 * @param account what the account says about itself
 * @param clock the time of writes and expiry; default the system's
 * @param seed of the chances that faults draw; default 1
 */
public record CosmosEndpointOptions(
    int port, String key, AccountOptions account, InstantSource clock, long seed) {
  private static final int KEY_BYTES = 64;

  /** A strongly consistent account on any free port, with a key of its own. */
  public static CosmosEndpointOptions defaults() {
    return new CosmosEndpointOptions(
        0, randomKey(), AccountOptions.defaults(), InstantSource.system(), 1);
  }

  /** Listens on this port; 0 means any free one. */
  public CosmosEndpointOptions withPort(int value) {
    return new CosmosEndpointOptions(value, key, account, clock, seed);
  }

  /** Accepts this base64 key. */
  public CosmosEndpointOptions withKey(String value) {
    return new CosmosEndpointOptions(port, value, account, clock, seed);
  }

  /** Answers with this default consistency; a product that needs more can be seen refusing it. */
  public CosmosEndpointOptions withConsistency(Consistency value) {
    return withAccount(new AccountOptions(account.region(), value, account.multipleWriteRegions()));
  }

  /** Says so much about the account. */
  public CosmosEndpointOptions withAccount(AccountOptions value) {
    return new CosmosEndpointOptions(port, key, value, clock, seed);
  }

  /** Takes time from this clock. */
  public CosmosEndpointOptions withClock(InstantSource value) {
    return new CosmosEndpointOptions(port, key, account, value, seed);
  }

  /** Draws the chances of faults from this seed. */
  public CosmosEndpointOptions withSeed(long value) {
    return new CosmosEndpointOptions(port, key, account, clock, value);
  }

  @Override
  public String toString() {
    return "CosmosEndpointOptions[port=" + port + ", account=" + account + ", seed=" + seed + "]";
  }

  private static String randomKey() {
    byte[] bytes = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }
}
