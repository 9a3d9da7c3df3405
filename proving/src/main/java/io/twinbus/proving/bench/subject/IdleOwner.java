package io.twinbus.proving.bench.subject;

import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Benchmark;
import io.twinbus.proving.bench.Budget;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import io.twinbus.proving.bench.contest.Stopwatch;
import io.twinbus.proving.bench.instrument.Waiting;
import io.twinbus.proving.bench.product.BenchReceiver;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.statistics.BreakerState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;

/**
 * A session whose owner in east has nothing to do and keeps the claim, and a message of a producer
 * that reaches west alone: from its sending until a handler is called with it.
 */
final class IdleOwner implements Benchmark {

  private static final double BUDGET = 3;

  private final boolean isBrief;

  private IdleOwner(boolean isBrief) {
    this.isBrief = isBrief;
  }

  /** A session a round. */
  static IdleOwner full() {
    return new IdleOwner(false);
  }

  /** One session. */
  static IdleOwner brief() {
    return new IdleOwner(true);
  }

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    try (MeasuredStack stack = MeasuredStack.startEachRegionNear(stage)) {
      int rounds = isBrief ? 1 : stage.rounds();
      List<Double> seconds = new ArrayList<>();
      try (Two two = new Two(stack)) {
        two.cutOff();
        for (int round = 1; round <= rounds; round++) {
          stage.progress().show("failover, idle owner: round %d of %d".formatted(round, rounds));
          seconds.add(two.handOver("session-" + round));
        }
      }
      stage.tell(
          Result.of(
                  "failover, an idle owner in east, a message that only west has",
                  " s",
                  new Samples(seconds))
              .within(Budget.atMost(BUDGET)));
    }
  }

  /** A receiver in each region, a producer that reaches both, and one that reaches west alone. */
  private static final class Two implements AutoCloseable {

    private final Set<String> handled = ConcurrentHashMap.newKeySet();
    private final Sender whole;
    private final Sender half;
    private final CosmosLedger ledger;
    private final BenchReceiver east;
    private final BenchReceiver west;

    private Two(MeasuredStack stack) {
      FlatSettings settings = stack.settings(Map.of("twinbus.home", MeasuredStack.EAST));
      this.whole = Sender.builder(settings).build();
      this.half =
          Sender.builder(
                  settings.with(
                      Map.of(
                          "twinbus.regions.east.connection-string",
                          nobodyThere(stack.connection(MeasuredStack.EAST)))))
              .build();
      FlatSettings inEast = settings.with(Map.of("twinbus.region", MeasuredStack.EAST));
      this.ledger = BenchReceiver.openLedger(inEast);
      this.east = receiver(inEast, MeasuredStack.EAST);
      this.west =
          receiver(settings.with(Map.of("twinbus.region", MeasuredStack.WEST)), MeasuredStack.WEST);
    }

    private BenchReceiver receiver(FlatSettings settings, String region) {
      return BenchReceiver.start(
          settings, ledger, message -> handled.add(region + " " + message.id().value()));
    }

    /** The same connection with a port of this machine at which nobody listens. */
    private static String nobodyThere(String connection) {
      try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        return connection.replaceFirst(":\\d+", ":" + free.getLocalPort());
      } catch (IOException e) {
        throw new UncheckedIOException("No port of this machine is free.", e);
      }
    }

    /** Returns when the one producer has found out that it does not reach east. */
    private void cutOff() {
      send(half, "other", "other-1");
      RegionName region = new RegionName(MeasuredStack.EAST);
      Waiting.until(
          "the producer takes east for lost",
          () ->
              Objects.requireNonNull(half.statistics().regions().get(region)).breaker()
                  != BreakerState.CLOSED);
      awaitHandled(MeasuredStack.WEST, "other-1");
    }

    /** How long a message of {@code session} takes to west's handler, in seconds. */
    private double handOver(String session) {
      send(whole, session, session + "-1");
      awaitHandled(MeasuredStack.EAST, session + "-1");
      Stopwatch watch = Stopwatch.start();
      send(half, session, session + "-2");
      awaitHandled(MeasuredStack.WEST, session + "-2");
      return watch.seconds();
    }

    private static void send(Sender sender, String session, String id) {
      var unused = sender.send(OutboundMessage.of(session, id).body("x").build());
    }

    private void awaitHandled(String region, String id) {
      Waiting.until(
          "%s handles %s".formatted(region, id), () -> handled.contains(region + " " + id));
    }

    @Override
    public void close() {
      whole.close();
      half.close();
      east.close();
      west.close();
      ledger.close();
    }
  }
}
