package io.twinbus.servicebus;

import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.FixedDelayOptions;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.core.http.policy.RetryOptions;
import com.azure.identity.DefaultAzureCredentialBuilder;
import com.azure.messaging.servicebus.administration.ServiceBusAdministrationClientBuilder;
import io.twinbus.protocol.settings.RegionSettings;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.time.Duration;
import java.util.Objects;
import reactor.core.publisher.Mono;

/**
 * Prepares the SDK's clients of a namespace's management API over HTTP.
 *
 * <p>A connection string for an emulator is asked over plain HTTP at the port that it names, which
 * the local stack serves. All others are asked over TLS.
 */
public final class AdministrationClients {

  private AdministrationClients() {}

  /** A builder of clients for {@code region}'s management API, which asks again once. */
  public static ServiceBusAdministrationClientBuilder builder(RegionSettings region) {
    ServiceBusAdministrationClientBuilder builder =
        new ServiceBusAdministrationClientBuilder()
            .retryOptions(new RetryOptions(new FixedDelayOptions(1, Duration.ofMillis(200))));
    if (region.connectionString() == null) {
      return builder.credential(
          Objects.requireNonNull(region.namespace(), "a region has one of the two"),
          new DefaultAzureCredentialBuilder().build());
    }
    if (RegionClients.isEmulator(region)) {
      builder.addPolicy(new PlainHttp(URI.create("http://" + region.endpoint())));
    }
    return builder.connectionString(region.connectionString().reveal());
  }

  /** The SDK asks every namespace over TLS; an emulator has none. */
  private record PlainHttp(URI where) implements HttpPipelinePolicy {

    @Override
    public Mono<HttpResponse> process(
        HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
      URL asked = context.getHttpRequest().getUrl();
      try {
        context
            .getHttpRequest()
            .setUrl(new URL(where.getScheme(), where.getHost(), where.getPort(), asked.getFile()));
      } catch (MalformedURLException e) {
        return Mono.error(e);
      }
      return next.process();
    }
  }
}
