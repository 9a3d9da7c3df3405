package io.twinbus.simulation;

import static io.twinbus.simulation.InvariantViolated.require;

import io.twinbus.ledger.Gap;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.session.FlowSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks at reports of gaps, and at what is skipped on their word, knowing the truth: where every
 * copy is, and when it came there.
 */
final class GapAudit {

  /** How much faster than the truth a process's clock may run. */
  private static final double FAST = 0.98;

  private record Reported(
      SessionId session, StreamId stream, long cursor, RegionName region, Instant since) {}

  private record Look(String writer, SessionId session) {}

  private final World world;
  private final Messages messages;
  private final Supplier<FlowSettings.GapPolicy> policy;
  private final Map<Reported, Duration> reportedAt = new HashMap<>();
  private final Map<Look, Duration> lookedThroughAt = new HashMap<>();

  GapAudit(World world, Messages messages, Supplier<FlowSettings.GapPolicy> policy) {
    this.world = world;
    this.messages = messages;
    this.policy = policy;
  }

  /** A worker has looked through its session to the end. */
  void lookedThrough(Writer writer, SessionId session) {
    lookedThroughAt.put(new Look(writer.name(), session), now());
  }

  /** A write was taken. */
  void accepted(@Nullable SessionRecord before, SessionRecord after, Writer writer) {
    Progress then = before == null ? Progress.NONE : before.progress();
    after
        .progress()
        .waiting()
        .forEach(
            (stream, gap) ->
                gap.reports()
                    .forEach(
                        (region, report) -> {
                          Reported key =
                              new Reported(
                                  after.session(), stream, gap.cursor(), region, report.since());
                          if (reportedAt.putIfAbsent(key, now()) == null
                              && ownReport(then, stream, region) == null) {
                            reports(after.session(), stream, gap, region, writer);
                          }
                        }));
  }

  private static Gap.@Nullable Report ownReport(
      Progress progress, StreamId stream, RegionName region) {
    return progress.gap(stream).map(gap -> gap.reports().get(region)).orElse(null);
  }

  /** A region reports a gap only when it could not have filled it. */
  private void reports(
      SessionId session, StreamId stream, Gap gap, RegionName region, Writer writer) {
    long lowest = Objects.requireNonNull(gap.reports().get(region)).lowestHeld();
    Duration looked = lookedThroughAt.get(new Look(writer.name(), session));
    for (long seq = gap.cursor() + 1; seq < lowest; seq++) {
      SentMessage message = messages.find(session, stream, seq);
      Duration arrived = message == null ? null : world.broker(region).arrivalOf(message);
      require(
          arrived == null || (looked != null && arrived.compareTo(looked) >= 0),
          Invariant.P5_LIVENESS,
          () -> "%s reports a gap at %s, which %s holds".formatted(writer.name(), message, region));
    }
  }

  /** A write without a claim has moved a cursor: by policy, and only then. */
  void skipped(SessionRecord before, SessionRecord after, StreamId stream, Writer writer) {
    SessionId session = after.session();
    FlowSettings.GapPolicy allowed = policy.get();
    require(
        allowed == FlowSettings.GapPolicy.SKIP,
        Invariant.P1_NO_LOSS,
        () -> "%s skips in %s, which the policy does not allow".formatted(writer.name(), session));
    Gap gap = before.progress().gap(stream).orElse(null);
    RegionName region = Objects.requireNonNull(writer.region());
    Gap.Report own = gap == null ? null : gap.reports().get(region);
    if (gap == null || own == null) {
      throw new InvariantViolated(
          Invariant.P1_NO_LOSS,
          "%s skips in %s/%s without a report of its region"
              .formatted(writer.name(), session, stream));
    }
    Duration first =
        reportedAt.getOrDefault(
            new Reported(session, stream, gap.cursor(), region, own.since()), now());
    require(
        now().minus(first).toNanos() >= Wiring.GAP_BOUND.toNanos() * FAST,
        Invariant.P1_NO_LOSS,
        () ->
            "%s skips in %s/%s %s s after the report"
                .formatted(writer.name(), session, stream, Trace.seconds(now().minus(first))));
    long to = after.progress().cursor(stream);
    gap.reports()
        .forEach(
            (reporter, report) ->
                require(
                    to < report.lowestHeld(),
                    Invariant.P1_NO_LOSS,
                    () ->
                        "%s skips to %s/%s-%d, and %s reports to hold %d"
                            .formatted(
                                writer.name(),
                                session,
                                stream,
                                to,
                                reporter,
                                report.lowestHeld())));
    for (long seq = gap.cursor() + 1; seq <= to; seq++) {
      SentMessage message = messages.find(session, stream, seq);
      if (message != null) {
        notHeld(message, gap, region, writer);
      }
    }
  }

  private void notHeld(SentMessage message, Gap gap, RegionName region, Writer writer) {
    Duration arrived = world.broker(region).arrivalOf(message);
    Duration looked = lookedThroughAt.get(new Look(writer.name(), message.session));
    require(
        arrived == null || (looked != null && arrived.compareTo(looked) >= 0),
        Invariant.P1_NO_LOSS,
        () -> "%s skips %s, which %s holds".formatted(writer.name(), message, region));
    gap.reports()
        .forEach(
            (reporter, report) -> {
              Duration since =
                  reportedAt.getOrDefault(
                      new Reported(
                          message.session,
                          message.position().stream(),
                          gap.cursor(),
                          reporter,
                          report.since()),
                      now());
              require(
                  message.starts.stream()
                      .noneMatch(
                          run ->
                              run.worker.process().region().equals(reporter)
                                  && run.startedAt.compareTo(since) >= 0),
                  Invariant.P1_NO_LOSS,
                  () ->
                      "%s skips %s, which %s has started and reports to be missing"
                          .formatted(writer.name(), message, reporter));
            });
  }

  private Duration now() {
    return world.ground().timeline().now();
  }
}
