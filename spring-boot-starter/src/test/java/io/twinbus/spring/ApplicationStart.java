package io.twinbus.spring;

import io.twinbus.local.LocalStack;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts a Spring Boot application that sends to and receives from a local stack. */
final class ApplicationStart {

  private ApplicationStart() {}

  /**
   * Runs {@code application}; the caller closes its context.
   *
   * @param queue the queue that it serves; empty: {@code arguments} name its queues
   */
  static ConfigurableApplicationContext run(
      LocalStack stack, Class<?> application, String queue, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    if (!queue.isEmpty()) {
      all.add("--twinbus.queue=" + queue);
    }
    all.add("--twinbus.region=east");
    all.add("--twinbus.standbyDelay=1s");
    all.add("--twinbus.receiver.linger=300ms");
    stack
        .regions()
        .forEach(
            (name, region) ->
                all.add(
                    "--twinbus.regions."
                        + name
                        + ".connection-string="
                        + region.connectionString()));
    all.add("--twinbus.ledger.endpoint=" + stack.ledgerEndpoint());
    all.add("--twinbus.ledger.key=" + stack.ledgerKey());
    all.add("--twinbus.ledger.create-if-missing=true");
    all.add("--twinbus.cluster=shop");
    all.add("--management.endpoint.health.probes.enabled=true");
    SpringApplication built =
        new SpringApplicationBuilder(application).web(WebApplicationType.NONE).build();
    return built.run(all.toArray(String[]::new));
  }
}
