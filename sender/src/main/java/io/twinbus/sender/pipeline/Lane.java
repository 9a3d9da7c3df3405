package io.twinbus.sender.pipeline;

import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.sender.SenderSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One lane: the sessions that hash onto it, and a pipeline for each region. */
final class Lane {

  private final int index;
  private final LaneContext context;
  private final SessionStreams streams;
  private final List<RegionPipeline> pipelines = new ArrayList<>();

  Lane(int index, LaneContext context, Supplier<StreamId> freshIds) {
    this.index = index;
    this.context = context;
    SenderSettings settings = context.settings();
    Homes homes = new Homes(context.topology());
    this.streams =
        new SessionStreams(
            Math.max(1, settings.maxSessions() / settings.lanes()),
            settings.sessionIdle(),
            freshIds,
            homes::indexOf);
    for (RegionState region : context.regions()) {
      pipelines.add(new RegionPipeline(index, region, context, pipelines));
    }
  }

  void offer(Event.Offered offered, Now now) {
    MonotonicTime deadline = now.monotonic().plus(context.settings().deliveryTimeout());
    Entry.Intake intake =
        new Entry.Intake(offered.ticket(), offered.message(), now.wall(), deadline, index);
    SessionStream stream = streams.of(offered.message().session(), now.monotonic());
    Entry entry = stream.append(intake, pipelines.size(), now.monotonic());
    context.settlement().offered();
    pipelines.forEach(pipeline -> pipeline.offer(entry));
  }

  RegionPipeline pipeline(int region) {
    return pipelines.get(region);
  }

  /** Gives up what is overdue, then sends what may go. */
  void advance(Now now) {
    pipelines.forEach(pipeline -> pipeline.expire(now.monotonic()));
    pipelines.forEach(pipeline -> pipeline.issue(now));
  }

  void abandon() {
    pipelines.forEach(RegionPipeline::abandon);
  }

  @Nullable MonotonicTime nextWake(MonotonicTime now) {
    MonotonicTime earliest = null;
    for (RegionPipeline pipeline : pipelines) {
      MonotonicTime wake = pipeline.nextWake(now);
      if (wake != null) {
        earliest = earliest == null ? wake : MonotonicTime.earlier(earliest, wake);
      }
    }
    return earliest;
  }

  SessionStreams streams() {
    return streams;
  }
}
