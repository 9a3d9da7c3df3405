package io.twinbus.proving.bench.subject;

import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Budget;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import io.twinbus.proving.bench.contest.Contender;
import io.twinbus.proving.bench.contest.Lap;
import io.twinbus.proving.bench.instrument.Allocations;
import io.twinbus.proving.bench.instrument.ProcessorTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A contender, with what each of its rounds that count takes: memory that this process allocates,
 * and processor time of this process and of the local stack. Not thread-safe.
 */
final class Metered implements Contender {

  private static final double KIBIBYTE = 1_024;

  private final Contender contender;
  private final long stackPid;
  private final List<Double> kibibytes = new ArrayList<>();
  private final List<Double> clientMicros = new ArrayList<>();
  private final List<Double> stackMicros = new ArrayList<>();

  Metered(Contender contender, MeasuredStack stack) {
    this.contender = contender;
    this.stackPid = stack.pid();
  }

  @Override
  public void prepare(int round) {
    contender.prepare(round);
  }

  @Override
  public Lap run(int round) {
    Allocations allocations = Allocations.begin();
    ProcessorTime before = ProcessorTime.now(stackPid);
    Lap lap = contender.run(round);
    ProcessorTime after = ProcessorTime.now(stackPid);
    long bytes = allocations.end();
    if (round >= 0) {
      kibibytes.add(bytes / KIBIBYTE / lap.times());
      clientMicros.add(micros(after.client().minus(before.client())) / lap.times());
      stackMicros.add(micros(after.endpoint().minus(before.endpoint())) / lap.times());
    }
    return lap;
  }

  private static double micros(Duration time) {
    return time.toNanos() / 1_000.0;
  }

  /** Tells what a message takes; its memory is to be {@code most} KiB at most. */
  void tell(BenchStage stage, String name, double most) {
    stage.tell(allocated(name).within(Budget.atMost(most)));
    tellTimes(stage, name);
  }

  /** Tells what a message takes. */
  void tell(BenchStage stage, String name) {
    stage.tell(allocated(name));
    tellTimes(stage, name);
  }

  private Result allocated(String name) {
    return Result.of(name + ", allocated a message", " KiB", new Samples(kibibytes));
  }

  private void tellTimes(BenchStage stage, String name) {
    stage.tell(
        Result.of(name + ", processor time a message, client", " us", new Samples(clientMicros)));
    stage.tell(
        Result.of(name + ", processor time a message, stack", " us", new Samples(stackMicros)));
  }

  @Override
  public void close() {
    contender.close();
  }
}
