package io.twinbus.local.junit;

import io.twinbus.local.LocalStack;
import io.twinbus.local.LocalStackBuilder;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.config.EntityFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** What a {@link LocalStackTest} says of its stack; classes with equal settings can share one. */
record StackSettings(
    List<String> regions, List<String> sessionQueues, List<String> queues, String entities) {

  static StackSettings of(LocalStackTest test) {
    return new StackSettings(
        List.of(test.regions()),
        List.of(test.sessionQueues()),
        List.of(test.queues()),
        test.entities());
  }

  LocalStackBuilder toBuilder(ClassLoader resources) {
    LocalStackBuilder builder = LocalStack.builder().regions(regions.toArray(String[]::new));
    if (!entities.isEmpty()) {
      return builder.entities(EntityFile.parse(text(resources)));
    }
    return builder.queues(
        Stream.concat(
                sessionQueues.stream().map(QueueSettings::sessionQueue),
                queues.stream().map(QueueSettings::plainQueue))
            .toArray(QueueSettings[]::new));
  }

  private String text(ClassLoader resources) {
    try (InputStream in = resources.getResourceAsStream(entities)) {
      if (in == null) {
        throw new IllegalArgumentException(
            "There is no class path resource '" + entities + "' with entities of the local stack.");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("The resource '" + entities + "' cannot be read.", e);
    }
  }
}
