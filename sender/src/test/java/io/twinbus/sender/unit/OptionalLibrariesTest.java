package io.twinbus.sender.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A sender works on a class path without the libraries that it can do without. */
class OptionalLibrariesTest {

  private static final Pattern OPTIONAL =
      Pattern.compile("micrometer|opentelemetry|micronaut|azure-identity|msal4j|jna");

  @Test
  void areNotLoaded() throws Exception {
    try (URLClassLoader without =
        new URLClassLoader(urls(), ClassLoader.getPlatformClassLoader())) {
      assertThatThrownBy(() -> without.loadClass("io.micrometer.core.instrument.MeterRegistry"))
          .isInstanceOf(ClassNotFoundException.class);
      assertThatThrownBy(() -> without.loadClass("io.opentelemetry.api.OpenTelemetry"))
          .isInstanceOf(ClassNotFoundException.class);
      Object probe =
          without.loadClass(Probe.class.getName()).getDeclaredConstructor().newInstance();

      assertThat(((Callable<?>) probe).call()).isEqualTo("{east=ACCEPTED, west=ACCEPTED}");
    }
  }

  private static URL[] urls() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (!OPTIONAL.matcher(Path.of(entry).getFileName().toString()).find()) {
        urls.add(Path.of(entry).toUri().toURL());
      }
    }
    return urls.toArray(URL[]::new);
  }

  /** Sends a message; run in a class loader of its own. */
  public static final class Probe implements Callable<String> {

    @Override
    public String call() {
      FlatSettings configuration =
          FlatSettings.of(
              Map.of(
                  "twinbus.regions.east.namespace", "east.example.net",
                  "twinbus.regions.west.namespace", "west.example.net"));
      try (Sender sender = Sender.builder(configuration).links(FakeLinks.accepting()).build()) {
        return sender
            .send(OutboundMessage.of("s", "1").build())
            .thenCompose(receipt -> receipt.inAllRegions())
            .orTimeout(Duration.ofSeconds(20).toMillis(), TimeUnit.MILLISECONDS)
            .join()
            .regions()
            .toString();
      }
    }
  }
}
