package io.twinbus.sender.metrics;

import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.sender.link.RegionLink;
import io.twinbus.sender.link.RegionLinks;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/** Links that time how long their region takes to answer a batch. */
final class TimedLinks implements RegionLinks {

  private final RegionLinks inner;
  private final Function<EntitySettings, SenderMeters> meters;

  TimedLinks(RegionLinks inner, Function<EntitySettings, SenderMeters> meters) {
    this.inner = inner;
    this.meters = meters;
  }

  @Override
  public RegionLink open(RegionSettings region, EntitySettings entity, Duration timeBudget) {
    Tags tags = Tags.of("entity", entity.name(), "region", region.name().value());
    return new TimedLink(inner.open(region, entity, timeBudget), meters.apply(entity), tags);
  }

  private static final class TimedLink implements RegionLink {

    private final RegionLink link;
    private final SenderMeters meters;
    private final Timer accepted;
    private final Timer refused;
    private final Timer unanswered;

    private TimedLink(RegionLink link, SenderMeters meters, Tags tags) {
      this.link = link;
      this.meters = meters;
      this.accepted = timer(tags, "accepted");
      this.refused = timer(tags, "refused");
      this.unanswered = timer(tags, "unanswered");
    }

    @Override
    public void send(Effect.SendBatch batch, Consumer<Event> outcome) {
      Timer.Sample sample = meters.start();
      link.send(
          batch,
          event -> {
            if (event instanceof Event.Accepted) {
              sample.stop(accepted);
            } else if (event instanceof Event.Refused) {
              sample.stop(refused);
            } else if (event instanceof Event.Unanswered) {
              sample.stop(unanswered);
            }
            outcome.accept(event);
          });
    }

    @Override
    public void close() {
      link.close();
    }

    private Timer timer(Tags tags, String outcome) {
      return meters.timer(
          "region.latency", "how long the region took for a batch", tags.and("outcome", outcome));
    }
  }
}
