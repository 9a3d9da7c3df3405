package io.twinbus.certify.servicebus;

import com.azure.core.exception.HttpResponseException;
import com.azure.core.exception.ResourceNotFoundException;
import com.azure.messaging.servicebus.administration.ServiceBusAdministrationClient;
import com.azure.messaging.servicebus.administration.models.CreateQueueOptions;
import com.azure.messaging.servicebus.administration.models.QueueProperties;
import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.LongTimes;
import io.twinbus.certify.check.Trial;
import io.twinbus.certify.run.Belongings;
import io.twinbus.certify.run.Measured;
import io.twinbus.certify.run.Pace;
import io.twinbus.certify.run.RunName;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.servicebus.AdministrationClients;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A region's namespace as the place of a run: it makes the run's queues there and prepares the
 * checks. It touches no queue whose name is not a run's. Not thread-safe.
 */
public final class BusSite implements AutoCloseable {

  private static final List<Check<BusBench, ?>> CHECKS =
      List.of(
          // The longest ones first, so that they end with the others.
          new LockExpiry(),
          new ScheduledNotEarly(),
          new LockRenewed(),
          new CancelledGone(),
          new SessionExclusive(),
          new OrderInSession(),
          new EqualIds(),
          new BatchWhole(),
          new PeekLocked(),
          new PeekScheduled(),
          new DeliveryCount(),
          new CloseUncounted(),
          new DeadLetterKept(),
          new CompletedGone(),
          new NextSession());

  private static final String SPARE = "-any";
  private static final String WORK = "-work";
  private static final Duration WORK_LOCK = Duration.ofMinutes(1);
  private static final int WORK_DELIVERIES = 2_000;
  // A net under the removal: the service itself removes what no run has removed.
  private static final Duration AUTO_DELETE = Duration.ofHours(1);
  private static final int MOST_LEFTOVERS = 100;

  private final RegionSettings region;
  private final List<Check<BusBench, ?>> checks;
  private final ServiceBusAdministrationClient administration;
  private @Nullable BusBench bench;

  /**
   * The namespace of {@code region}; connects when it is first asked something.
   *
   * @param longTimes of the long checks; empty: without them
   */
  public BusSite(RegionSettings region, Optional<LongTimes> longTimes) {
    this.region = region;
    this.checks = checks(longTimes);
    this.administration = AdministrationClients.builder(region).buildClient();
  }

  /**
   * What is tried in each region.
   *
   * @param longTimes of the long checks; empty: without them
   */
  public static List<Assumption> assumptions(Optional<LongTimes> longTimes) {
    return checks(longTimes).stream().map(Check::assumption).toList();
  }

  private static List<Check<BusBench, ?>> checks(Optional<LongTimes> longTimes) {
    List<Check<BusBench, ?>> all = new ArrayList<>();
    longTimes.ifPresent(times -> all.addAll(List.of(new LongHandler(times), new IdleLink(times))));
    all.addAll(CHECKS);
    return all;
  }

  /** The place's name. */
  public String name() {
    return region.name().value();
  }

  /** Where its namespace is. */
  public String address() {
    return region.endpoint();
  }

  /**
   * Removes the queues of runs that are over and have not removed them; answers their names.
   *
   * @throws RuntimeException when the namespace refuses or does not answer
   */
  public List<String> clear(Instant now) {
    List<String> removed = new ArrayList<>();
    for (QueueProperties queue : administration.listQueues()) {
      boolean isLeft = RunName.read(queue.getName()).filter(run -> run.isOver(now)).isPresent();
      if (isLeft && removed.size() < MOST_LEFTOVERS) {
        remove(queue.getName());
        removed.add("queue %s in %s".formatted(queue.getName(), name()));
      }
    }
    return removed;
  }

  /** The checks, ready to run on queues made for {@code run}; or the reason why they cannot. */
  public List<Trial> prepare(RunName run, Belongings belongings, Pace pace) {
    try {
      make(run.text(), belongings);
      make(run.text() + SPARE, belongings);
    } catch (Exception e) {
      String why = whyNot(e);
      return checks.stream().<Trial>map(check -> check.impossible(name(), why)).toList();
    }
    BusBench opened = new BusBench(region, run.text(), run.text() + SPARE, pace);
    bench = opened;
    return checks.stream().<Trial>map(check -> check.on(name(), opened)).toList();
  }

  /** How fast the namespace answered the checks; nothing where none could ask. */
  public List<Measured> measured() {
    return bench == null ? List.of() : bench.measured();
  }

  /** The queue in which senders and receivers work in the run {@code name}. */
  public static String workQueue(RunName name) {
    return name.text() + WORK;
  }

  /** Makes that queue, set up as the templates do; answers why it could not, or nothing. */
  public Optional<String> makeWorkQueue(RunName name, Belongings belongings) {
    try {
      make(
          workQueue(name),
          new CreateQueueOptions()
              .setSessionRequired(true)
              .setLockDuration(WORK_LOCK)
              .setMaxDeliveryCount(WORK_DELIVERIES)
              .setAutoDeleteOnIdle(AUTO_DELETE),
          belongings);
      return Optional.empty();
    } catch (Exception e) {
      return Optional.of(whyNot(e));
    }
  }

  private void make(String queue, Belongings belongings) throws Exception {
    make(
        queue,
        new CreateQueueOptions()
            .setSessionRequired(true)
            .setLockDuration(BusBench.LOCK)
            .setAutoDeleteOnIdle(AUTO_DELETE),
        belongings);
  }

  private void make(String queue, CreateQueueOptions options, Belongings belongings)
      throws Exception {
    belongings.make(
        "queue %s in %s".formatted(queue, name()),
        () -> {
          var unused = administration.createQueue(queue, options);
        },
        () -> remove(queue));
  }

  private void remove(String queue) {
    try {
      administration.deleteQueue(queue);
    } catch (ResourceNotFoundException e) {
      // It is gone, or its creation did not succeed: as wanted.
    }
  }

  private String whyNot(Exception failure) {
    int status =
        failure instanceof HttpResponseException http && http.getResponse() != null
            ? http.getResponse().getStatusCode()
            : 0;
    return status == 401 || status == 403
        ? ("A right is missing: to make queues of its own this identity needs Azure Service Bus"
                + " Data Owner on %s, or a connection string with Manage.")
            .formatted(region.endpoint())
        : "No queue could be made at %s (%s): check the network and the namespace."
            .formatted(
                region.endpoint(),
                status == 0 ? failure.getClass().getSimpleName() : "HTTP " + status);
  }

  @Override
  public void close() {
    if (bench != null) {
      bench.close();
    }
  }
}
