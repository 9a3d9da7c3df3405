package io.twinbus.proving.bench.subject;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.document.Retention;
import io.twinbus.ledger.cosmos.document.SessionCodec;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Benchmark;
import io.twinbus.proving.bench.Budget;
import io.twinbus.proving.bench.Distances;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import io.twinbus.proving.bench.contest.Stopwatch;
import io.twinbus.proving.bench.instrument.Waiting;
import io.twinbus.proving.bench.product.BenchReceiver;
import io.twinbus.proving.bench.product.ClaimWatch;
import io.twinbus.proving.bench.product.Incarnations;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * A session that ten thousand producer incarnations have sent to, beside one that ten have: how
 * large its record is, and how long a claim takes, from the read of the record until the handler is
 * called.
 */
public final class StreamsBench implements Benchmark {

  private static final int FEW = 10;
  private static final double MOST_KIB = 64;
  private static final double MOST_RATIO = 1.2;
  private static final int SEND_AHEAD = 1_000;
  private static final double NANOS_A_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private final int many;
  private final int warmUps;
  private final int claims;

  private StreamsBench(int many, int warmUps, int claims) {
    this.many = many;
    this.warmUps = warmUps;
    this.claims = claims;
  }

  /** Ten thousand. */
  public static StreamsBench full() {
    return new StreamsBench(10_000, 100, 100);
  }

  /** The same with fewer claims: at a distance each takes the better part of a second. */
  public static StreamsBench budgeted() {
    return new StreamsBench(10_000, 30, 30);
  }

  /** A few hundred: it only shows that the bench works. */
  public static StreamsBench brief() {
    return new StreamsBench(300, 1, 3);
  }

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    Distances far = stage.distances();
    try (MeasuredStack stack = MeasuredStack.startNear(stage)) {
      stack.empty();
      FlatSettings settings =
          stack.settings(
              Map.of(
                  "twinbus.region",
                  MeasuredStack.EAST,
                  "twinbus.home",
                  MeasuredStack.EAST,
                  "twinbus.receiver.linger",
                  "100ms",
                  "twinbus.receiver.long-linger",
                  "100ms"));
      try (CosmosLedger ledger = BenchReceiver.openLedger(settings);
          Incarnations few = incarnations(stack, "of-few-producers");
          Incarnations more = incarnations(stack, "of-many-producers")) {
        Play play = new Play(stage, ledger, settings, few, more);
        play.run(
            far == null
                ? () -> {}
                : () -> far.apply(stack.control(), MeasuredStack.EAST, MeasuredStack.WEST),
            far != null);
      }
    }
  }

  private static Incarnations incarnations(MeasuredStack stack, String session) {
    return new Incarnations(
        stack.connection(MeasuredStack.EAST),
        MeasuredStack.QUEUE,
        new RegionName(MeasuredStack.EAST),
        session);
  }

  private final class Play {

    private final BenchStage stage;
    private final CosmosLedger ledger;
    private final FlatSettings settings;
    private final Incarnations few;
    private final Incarnations more;
    private final AtomicInteger handled = new AtomicInteger();
    private final AtomicLong calledAtNanos = new AtomicLong();

    Play(
        BenchStage stage,
        CosmosLedger ledger,
        FlatSettings settings,
        Incarnations few,
        Incarnations more) {
      this.stage = stage;
      this.ledger = ledger;
      this.settings = settings;
      this.few = few;
      this.more = more;
    }

    /**
     * Fills the sessions without a distance; {@code made} sets it before the claims. A new
     * producer's claim is judged where there is one: without, the read before it is made by the
     * same processors as all the rest.
     */
    void run(Runnable made, boolean isFar) {
      ClaimWatch watch = new ClaimWatch(ledger.sessions());
      try (BenchReceiver receiver =
          BenchReceiver.start(
              settings,
              ledger,
              watch,
              message -> {
                calledAtNanos.set(System.nanoTime());
                handled.incrementAndGet();
              })) {
        fill(few, FEW);
        List<Incarnations> others = new ArrayList<>(); // one for each claim of a new producer
        for (int n = 0; n < warmUps + claims; n++) {
          others.add(few.of(few.session() + "-" + n));
          fill(others.get(n), FEW);
        }
        Stopwatch time = Stopwatch.start();
        fill(more, many);
        stage.tell(
            Result.of(
                "streams: producer incarnations of a session, each a message",
                "/s",
                Samples.once(many / time.seconds())));
        tellRecord();
        made.run();
        tellClaims("the producer at work", true, n -> few, Incarnations::sendNext, watch, receiver);
        tellClaims("a new producer", isFar, others::get, Incarnations::sendFirst, watch, receiver);
      }
    }

    private void fill(Incarnations producers, int count) {
      for (int sent = 0; sent < count; sent += SEND_AHEAD) {
        int next = Math.min(SEND_AHEAD, count - sent);
        int until = handled.get() + next;
        stage.progress().show("streams: %,d producers of %,d".formatted(sent, count));
        producers.send(next);
        Waiting.until("the messages of all producers are handled", () -> handled.get() >= until);
      }
    }

    private void tellRecord() {
      SessionRecord record = record(more);
      byte[] document =
          new SessionCodec(
                  EntityKey.ofQueue(MeasuredStack.QUEUE), new Retention(Duration.ofDays(14)))
              .encode(record)
              .toString()
              .getBytes(StandardCharsets.UTF_8);
      stage.tell(
          Result.of(
                  "streams: record of a session after %,d producer incarnations".formatted(many),
                  " KiB",
                  Samples.once(document.length / 1024.0))
              .within(Budget.atMost(MOST_KIB))
              .remarking(
                  "%s, cursors of %d streams, %,d cold"
                      .formatted(
                          record.status(),
                          record.progress().cursors().size(),
                          record.progress().annex().cold())));
    }

    private SessionRecord record(Incarnations producers) {
      ReadOutcome<SessionRecord> outcome =
          ledger.sessions().read(new SessionId(producers.session())).toCompletableFuture().join();
      if (outcome instanceof ReadOutcome.Found<SessionRecord> found) {
        return found.record();
      }
      throw new IllegalStateException("The session's record cannot be read: " + outcome);
    }

    private void tellClaims(
        String what,
        boolean isJudged,
        IntFunction<Incarnations> ofTen,
        Consumer<Incarnations> send,
        ClaimWatch watch,
        BenchReceiver receiver) {
      List<Double> ofFew = new ArrayList<>();
      List<Double> ofMore = new ArrayList<>();
      for (int n = 0; n < warmUps + claims; n++) {
        stage.progress().show("streams: claim %d of %d".formatted(n + 1, warmUps + claims));
        double least = claim(ofTen.apply(n), send, watch, receiver);
        double most = claim(more, send, watch, receiver);
        if (n >= warmUps) {
          ofFew.add(least);
          ofMore.add(most);
        }
      }
      Samples ten = new Samples(ofFew);
      Samples all = new Samples(ofMore);
      String name = "streams: claim for a message of %s, ".formatted(what);
      stage.tell(Result.of(name + FEW + " incarnations", " ms", ten));
      stage.tell(Result.of(name + "%,d incarnations".formatted(many), " ms", all));
      Result ratio = Result.ratio(name + "against ten", Samples.once(all.median() / ten.median()));
      stage.tell(isJudged ? ratio.within(Budget.atMost(MOST_RATIO)) : ratio);
    }

    /** From the read of the record until the handler is called, in milliseconds. */
    private double claim(
        Incarnations producers,
        Consumer<Incarnations> send,
        ClaimWatch watch,
        BenchReceiver receiver) {
      Waiting.until("claims are given back", () -> receiver.claimed() == 0);
      Waiting.until("no session is held", () -> receiver.status().load().sessions() == 0);
      int before = handled.get();
      send.accept(producers);
      Waiting.until("the message is handled", () -> handled.get() > before);
      return (calledAtNanos.get() - watch.readAtNanos()) / NANOS_A_MILLI;
    }
  }
}
