package io.twinbus.rehearsal.drill;

import io.twinbus.local.control.ControlClient;
import io.twinbus.local.control.RegionFault;
import io.twinbus.local.network.Outage;
import io.twinbus.rehearsal.fault.Cure;
import io.twinbus.rehearsal.fault.FaultKind;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Breaks a region's Service Bus through the local stack's control endpoint. Thread-safe. */
final class BrokerFaults {

  private static final double BUSY = 0.25;
  private static final double BROKEN = 0.08;
  private static final double REPLY_LOST = 0.03;
  private static final double MESSAGE_LOST = 0.15;
  private static final int SCRAMBLE_MS = 1500;
  private static final int LEAST_LATENCY_MS = 20;
  private static final int MORE_LATENCY_MS = 100;
  private static final int LOCKS_LOST_EVERY_SECONDS = 2;

  private final ControlClient control;
  private final ScheduledExecutorService timer;

  BrokerFaults(ControlClient control, ScheduledExecutorService timer) {
    this.control = control;
    this.timer = timer;
  }

  /** Strikes {@code region} with a fault of a broker. */
  Cure strike(FaultKind kind, String region, Random random) {
    return switch (kind) {
      case OUTAGE, AZURE_REGION, BROKER_OUTAGE -> outage(region, Outage.REFUSE);
      case BLACKHOLE -> outage(region, Outage.BLACKHOLE);
      case BROKER_LATENCY -> latency(region, random);
      case BROKER_BUSY -> busy(region, random);
      case BROKER_REPLIES_LOST -> {
        RegionFault drop = RegionFault.after("send,complete,renew-lock", "drop");
        yield operations(region, drop.withProbability(REPLY_LOST, random.nextLong()));
      }
      case LOCKS_LOST -> locksLost(region);
      case SCRAMBLED -> operations(region, RegionFault.scramble(SCRAMBLE_MS, random.nextLong()));
      case MESSAGES_LOST -> {
        RegionFault lose = RegionFault.before("send", "lose");
        yield operations(region, lose.withProbability(MESSAGE_LOST, random.nextLong()));
      }
      default -> throw new IllegalArgumentException(kind + " is no fault of a broker.");
    };
  }

  private Cure outage(String region, Outage mode) {
    control.outage(region, mode);
    return () -> control.restore(region);
  }

  private Cure latency(String region, Random random) {
    Duration eachWay = Duration.ofMillis(LEAST_LATENCY_MS + (long) random.nextInt(MORE_LATENCY_MS));
    control.latency(region, eachWay);
    return () -> control.latency(region, Duration.ZERO);
  }

  private Cure busy(String region, Random random) {
    Cure busy =
        operations(
            region,
            RegionFault.before("send,complete,accept-session,renew-lock", "server-busy")
                .withProbability(BUSY, random.nextLong()));
    Cure broken =
        operations(
            region,
            RegionFault.before("send,complete,accept-session,peek", "internal-error")
                .withProbability(BROKEN, random.nextLong()));
    return () -> {
      busy.heal();
      broken.heal();
    };
  }

  private Cure operations(String region, RegionFault fault) {
    int id = control.fault(region, fault);
    return () -> control.endFault(region, id);
  }

  private Cure locksLost(String region) {
    Future<?> again =
        timer.scheduleWithFixedDelay(
            () -> control.loseLocks(region, null, null),
            0,
            LOCKS_LOST_EVERY_SECONDS,
            TimeUnit.SECONDS);
    return () -> again.cancel(false);
  }
}
