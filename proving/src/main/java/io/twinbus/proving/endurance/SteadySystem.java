package io.twinbus.proving.endurance;

import io.twinbus.rehearsal.input.InputMessage;
import io.twinbus.rehearsal.input.MessageSource;
import io.twinbus.rehearsal.run.Feed;
import io.twinbus.rehearsal.run.LiveSystem;
import io.twinbus.rehearsal.run.Stage;
import io.twinbus.rehearsal.sink.EffectLog;
import io.twinbus.rehearsal.stack.SettlementWait;
import io.twinbus.rehearsal.verify.Verification;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A whole system under steady traffic, which can be made to rest.
 *
 * <p>Used by one thread; what it hands out may be used by any.
 */
final class SteadySystem implements AutoCloseable {

  private static final Duration END_BOUND = Duration.ofMinutes(3);

  private final Stage stage;
  private final Traffic traffic;
  private final LiveSystem live;
  private final Feed feed;
  private boolean enough;
  private boolean resting;

  /** What happens to the system while traffic goes on; traffic ends when it returns. */
  @FunctionalInterface
  interface Course {
    /** Lets it happen. */
    void run(SteadySystem system) throws IOException, InterruptedException, TimeoutException;
  }

  /** What is looked at while nothing moves. */
  @FunctionalInterface
  interface Inspection {
    /** Looks. */
    void look() throws IOException, InterruptedException;
  }

  private SteadySystem(Stage stage, Traffic traffic, LiveSystem live) {
    this.stage = stage;
    this.traffic = traffic;
    this.live = live;
    this.feed = new Feed(live.settings(), stage.clocks());
  }

  /**
   * Starts one that is ready for {@code traffic}.
   *
   * @param settings lines of YAML below {@code twinbus:}, for every process
   * @throws TimeoutException when a process is not ready within three minutes
   */
  static SteadySystem start(Stage stage, Traffic traffic, String settings)
      throws IOException, InterruptedException, TimeoutException {
    return new SteadySystem(
        stage,
        traffic,
        LiveSystem.start(stage, LiveSystem.Setup.of(traffic.receiversPerRegion(), settings)));
  }

  /**
   * Sends at the steady rate while {@code course} runs, then lets everything settle, and judges
   * what took effect.
   *
   * @param story what the status line says of the course
   */
  TrafficVerdict play(Course course, Supplier<String> story)
      throws IOException, InterruptedException, TimeoutException {
    stage.status().show(() -> progress("sending", story.get()));
    Thread sending = new Thread(this::send, "sending");
    sending.setDaemon(true);
    sending.start();
    try {
      course.run(this);
    } finally {
      end();
    }
    sending.join(END_BOUND.toMillis());
    stage.status().show(() -> progress("settling", ""));
    feed.awaitAnswers();
    feed.finish();
    SettlementWait.Left left = live.settle(LiveSystem.PATIENCE);
    live.checkAlive();
    EffectLog effects = live.outside().effects();
    return new TrafficVerdict(
        new Verification(traffic.input(), null)
            .judge(effects.effects(), feed.log()::isAcknowledged, effects.overlaps()),
        left,
        feed.log().counts());
  }

  private void send() {
    try {
      feed.send(new UntilEnough(traffic.input().source()), traffic.perSecond(), count -> {});
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The messages of another source, until there have been enough. */
  private final class UntilEnough implements MessageSource {

    private final MessageSource source;
    private final Random random = new Random(1);

    UntilEnough(MessageSource source) {
      this.source = source;
    }

    @Override
    public @Nullable InputMessage next() {
      InputMessage next = goesOn() ? source.next() : null;
      return next == null ? null : traffic.bodies().sized(next, random);
    }

    @Override
    public void close() {
      source.close();
    }
  }

  /** Waits while traffic rests; false when there has been enough. */
  private synchronized boolean goesOn() {
    while (resting && !enough) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return !enough;
  }

  private synchronized void end() {
    enough = true;
    notifyAll();
  }

  private synchronized void rest(boolean wanted) {
    resting = wanted;
    notifyAll();
  }

  /**
   * Stops traffic until every message is settled, and then for {@code calm}; makes the {@code
   * inspection}, and lets traffic go on, with what was due meanwhile at once.
   */
  void atRest(Duration calm, Inspection inspection) throws IOException, InterruptedException {
    rest(true);
    try {
      var unused = live.settle(LiveSystem.PATIENCE);
      TimeUnit.MILLISECONDS.sleep(calm.toMillis());
      inspection.look();
    } finally {
      rest(false);
    }
  }

  /** The system itself. */
  LiveSystem live() {
    return live;
  }

  /** What sends. */
  Feed feed() {
    return feed;
  }

  /** What the run plays on. */
  Stage stage() {
    return stage;
  }

  private String progress(String phase, String story) {
    return "%s  sent %,d · effects %,d%s"
        .formatted(
            phase,
            feed.log().counts().sent(),
            live.outside().effects().size(),
            story.isEmpty() ? "" : " · " + story);
  }

  @Override
  public void close() throws IOException {
    feed.close();
    live.close();
  }
}
