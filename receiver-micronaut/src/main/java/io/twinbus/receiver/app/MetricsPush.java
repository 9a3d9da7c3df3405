package io.twinbus.receiver.app;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.ReceiverKeys;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Where metrics are pushed to by OTLP over HTTP. Headers, such as a token, come from
 * OpenTelemetry's own variable {@code OTEL_EXPORTER_OTLP_HEADERS}.
 *
 * <p>Immutable and thread-safe.
 *
 * @param url the collector's address, with its path
 * @param every how often
 */
record MetricsPush(Optional<URI> url, Duration every) {

  static MetricsPush from(FlatSettings flat) {
    return new MetricsPush(
        flat.find(ReceiverKeys.METRICS_OTLP_URL), flat.get(ReceiverKeys.METRICS_OTLP_EVERY));
  }

  /** A registry that pushes until it is closed, and a last time then; none without an address. */
  Optional<MeterRegistry> start(RegionName region) {
    return url.map(
        address -> new OtlpMeterRegistry(new Config(address, every, region), Clock.SYSTEM));
  }

  /** Micrometer's settings of the registry; times in seconds, as Prometheus has them. */
  private record Config(URI address, Duration step, RegionName region) implements OtlpConfig {

    @Override
    public @Nullable String get(String key) {
      return null;
    }

    @Override
    public String url() {
      return address.toString();
    }

    @Override
    public TimeUnit baseTimeUnit() {
      return TimeUnit.SECONDS;
    }

    @Override
    public Map<String, String> resourceAttributes() {
      Map<String, String> attributes = new HashMap<>(OtlpConfig.super.resourceAttributes());
      attributes.putIfAbsent("service.name", "twinbus-receiver");
      attributes.put("twinbus.region", region.value());
      return attributes;
    }
  }
}
