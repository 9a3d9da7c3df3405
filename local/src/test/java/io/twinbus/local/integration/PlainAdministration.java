package io.twinbus.local.integration;

import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.messaging.servicebus.administration.ServiceBusAdministrationClient;
import com.azure.messaging.servicebus.administration.ServiceBusAdministrationClientBuilder;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import java.net.MalformedURLException;
import java.net.URL;
import reactor.core.publisher.Mono;

/**
 * The SDK's administration client over plain HTTP: by itself it asks over TLS at port 443, whatever
 * the connection string says.
 */
record PlainAdministration(int port) implements HttpPipelinePolicy {

  static ServiceBusAdministrationClient client(ServiceBusEndpoint endpoint) {
    return client(endpoint.port(), endpoint.connectionString());
  }

  static ServiceBusAdministrationClient client(int port, String connectionString) {
    return new ServiceBusAdministrationClientBuilder()
        .connectionString(connectionString)
        .addPolicy(new PlainAdministration(port))
        .buildClient();
  }

  @Override
  public Mono<HttpResponse> process(HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
    context.getHttpRequest().setUrl(plain(context));
    return next.process();
  }

  @Override
  public HttpResponse processSync(
      HttpPipelineCallContext context, HttpPipelineNextSyncPolicy next) {
    context.getHttpRequest().setUrl(plain(context));
    return next.processSync();
  }

  private URL plain(HttpPipelineCallContext context) {
    try {
      return new URL("http", "localhost", port, context.getHttpRequest().getUrl().getFile());
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }
}
