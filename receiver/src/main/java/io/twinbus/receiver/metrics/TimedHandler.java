package io.twinbus.receiver.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.SessionHandler;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Times the calls of another handler, by what came of them. Thread-safe. */
final class TimedHandler implements SessionHandler {

  private static final Map<Class<? extends HandlerOutcome>, String> OUTCOMES =
      Map.of(
          HandlerOutcome.Completed.class, "completed",
          HandlerOutcome.Retry.class, "retry",
          HandlerOutcome.EndUnknown.class, "end_unknown",
          HandlerOutcome.DeadLetter.class, "dead_letter",
          HandlerOutcome.Fenced.class, "fenced");
  private static final String FAILED = "failed";
  private static final Duration[] BOUNDS = {
    Duration.ofMillis(5),
    Duration.ofMillis(20),
    Duration.ofMillis(100),
    Duration.ofMillis(500),
    Duration.ofSeconds(2),
    Duration.ofSeconds(10),
    Duration.ofSeconds(60)
  };

  private final SessionHandler handler;
  private final MeterRegistry registry;
  private final Map<String, Timer> timers = new HashMap<>();

  TimedHandler(SessionHandler handler, MeterRegistry registry, Tags tags) {
    this.handler = handler;
    this.registry = registry;
    OUTCOMES.values().forEach(outcome -> timers.put(outcome, timer(outcome, tags)));
    timers.put(FAILED, timer(FAILED, tags));
  }

  private Timer timer(String outcome, Tags tags) {
    return Timer.builder("twinbus.handler")
        .tags(tags.and("outcome", outcome))
        .serviceLevelObjectives(BOUNDS)
        .register(registry);
  }

  /** Answers the very stage of the handler: a cancel must reach it. */
  @Override
  public CompletionStage<HandlerOutcome> handle(Message message, Invocation invocation) {
    Timer.Sample sample = Timer.start(registry);
    CompletionStage<HandlerOutcome> call;
    try {
      call = handler.handle(message, invocation);
    } catch (RuntimeException | Error e) {
      sample.stop(timerOf(null));
      throw e;
    }
    var unused = call.whenComplete((outcome, error) -> sample.stop(timerOf(outcome)));
    return call;
  }

  @Override
  public CompletionStage<Boolean> isReachable() {
    return handler.isReachable();
  }

  private Timer timerOf(@Nullable HandlerOutcome outcome) {
    String name = outcome == null ? FAILED : OUTCOMES.get(outcome.getClass());
    Timer timer = timers.get(name);
    if (timer == null) {
      throw new IllegalStateException("No timer for " + outcome);
    }
    return timer;
  }
}
