package io.twinbus.ledger.cosmos;

import com.azure.core.credential.TokenCredential;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosEndToEndOperationLatencyPolicyConfigBuilder;
import com.azure.cosmos.ThrottlingRetryOptions;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.protocol.Secret;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds the SDK's client.
 *
 * <p>No consistency level is set: a client may only weaken the account's, and a stronger one is
 * ignored or refused late. Writes are never resent by the SDK: whether one was applied is found out
 * by the caller, who knows its write id.
 */
final class ClientFactory {

  private static final int THROTTLE_RETRIES = 5;

  private ClientFactory() {}

  static CosmosAsyncClient open(
      LedgerSettings settings, CosmosOptions options, @Nullable TokenCredential credential) {
    return open(settings, options, credential, THROTTLE_RETRIES);
  }

  /** A client that hands every throttled operation back, for its caller to say what waits. */
  static CosmosAsyncClient openImpatient(
      LedgerSettings settings, CosmosOptions options, @Nullable TokenCredential credential) {
    return open(settings, options, credential, 0);
  }

  /** A client whose reads go to {@code region} while it answers. */
  static CosmosAsyncClient openIn(
      String region,
      LedgerSettings settings,
      CosmosOptions options,
      @Nullable TokenCredential credential) {
    return builder(settings, options, credential, THROTTLE_RETRIES)
        .preferredRegions(List.of(region))
        .buildAsyncClient();
  }

  private static CosmosAsyncClient open(
      LedgerSettings settings,
      CosmosOptions options,
      @Nullable TokenCredential credential,
      int throttleRetries) {
    return builder(settings, options, credential, throttleRetries).buildAsyncClient();
  }

  private static CosmosClientBuilder builder(
      LedgerSettings settings,
      CosmosOptions options,
      @Nullable TokenCredential credential,
      int throttleRetries) {
    CosmosClientBuilder builder =
        new CosmosClientBuilder()
            .endpoint(settings.endpoint().toString())
            .multipleWriteRegionsEnabled(false)
            .contentResponseOnWriteEnabled(false)
            .userAgentSuffix("twinbus")
            .throttlingRetryOptions(throttling(options.callTimeout(), throttleRetries))
            .endToEndOperationLatencyPolicyConfig(
                new CosmosEndToEndOperationLatencyPolicyConfigBuilder(options.callTimeout())
                    .build());
    if ("http".equals(settings.endpoint().getScheme())) {
      builder.gatewayMode();
    } else {
      builder.directMode();
    }
    if (credential != null) {
      builder.credential(credential);
    } else {
      builder.key(settings.key().map(Secret::reveal).orElseThrow());
    }
    return builder;
  }

  private static ThrottlingRetryOptions throttling(Duration callTimeout, int retries) {
    Duration wait = Duration.ofSeconds(Math.max(1, callTimeout.toSeconds() - 1));
    return new ThrottlingRetryOptions()
        .setMaxRetryAttemptsOnThrottledRequests(retries)
        .setMaxRetryWaitTime(wait);
  }
}
