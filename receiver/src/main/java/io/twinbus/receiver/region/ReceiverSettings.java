package io.twinbus.receiver.region;

import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.ledger.rules.LeaseTimes;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.ClusterKeys;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.ConfiguredQueues;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.settings.LedgerKeys;
import io.twinbus.protocol.settings.QueueKeys;
import io.twinbus.protocol.settings.ReceiverKeys;
import io.twinbus.protocol.settings.RegionKeys;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.protocol.settings.Setting;
import io.twinbus.receiver.handler.HttpFailures;
import io.twinbus.receiver.handler.WebhookSecret;
import io.twinbus.receiver.health.HealthSettings;
import io.twinbus.receiver.runtime.ReceiverOptions;
import io.twinbus.receiver.runtime.ReceiverQueue;
import io.twinbus.receiver.session.FlowSettings;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Everything that a receiver is configured with for one queue. Those of a process with several
 * queues differ in what each queue has for itself, and in nothing else.
 *
 * <p>Immutable and thread-safe.
 *
 * @param queue the queue's name in the configuration
 * @param cluster what all processes of the deployment share
 * @param region the region to receive from ({@code twinbus.region}, required)
 * @param ledger where the ledger is
 * @param ledgerUse what to make of the ledger that is found there
 * @param options how the receiver behaves ({@code twinbus.receiver.*})
 * @param maxSessions how many of the receiver's places may be the queue's ({@code
 *     twinbus.queues.<name>.max-sessions})
 * @param endpoint the HTTP handler ({@code twinbus.receiver.http.url}), if there is one
 * @param secret what calls to it are signed with ({@code twinbus.receiver.http.secret}), if they
 *     are
 * @param answers how the HTTP handler's answers are read
 */
public record ReceiverSettings(
    String queue,
    ClusterSettings cluster,
    RegionSettings region,
    LedgerSettings ledger,
    LedgerUse ledgerUse,
    ReceiverOptions options,
    int maxSessions,
    Optional<URI> endpoint,
    Optional<WebhookSecret> secret,
    Answers answers) {

  /**
   * How answers of the HTTP handler are read, and how it is asked whether it is there.
   *
   * @param failures what its statuses say ({@code twinbus.receiver.http.statuses})
   * @param health what is asked ({@code twinbus.receiver.http.health-url})
   */
  public record Answers(HttpFailures failures, Optional<URI> health) {}

  /** Stands in for a region that was refused. */
  private static final RegionSettings NO_REGION =
      new RegionSettings(new RegionName("none"), null, null);

  /**
   * What to make of the ledger that is found.
   *
   * @param create whether a missing container is created ({@code twinbus.ledger.create-if-missing},
   *     default false)
   * @param generation one more after each restore from a backup, which confirms it ({@code
   *     twinbus.ledger.generation}, default 1)
   */
  public record LedgerUse(boolean create, int generation) {}

  private static final long MEBIBYTE = 1_024 * 1_024;

  private enum CommitMode {
    EACH,
    GROUPED
  }

  /**
   * Reads and checks the settings of a receiver with one queue.
   *
   * @throws InvalidSettingException with one sentence for each mistake
   */
  public static ReceiverSettings from(FlatSettings flat) {
    return flat.collect(
        all -> {
          SortedMap<String, FlatSettings> queues = ConfiguredQueues.of(all);
          return read(
              queues.firstKey(), queues.size() == 1 ? queues.values().iterator().next() : all);
        });
  }

  /**
   * Reads and checks the settings of a receiver's queues, by their names.
   *
   * @throws InvalidSettingException with one sentence for each mistake
   */
  public static List<ReceiverSettings> ofQueues(FlatSettings flat) {
    return flat.collect(
        all -> {
          List<ReceiverSettings> queues = new ArrayList<>();
          ConfiguredQueues.of(all).forEach((name, own) -> queues.add(read(name, own)));
          int places = all.get(ReceiverKeys.MAX_SESSIONS);
          if (places < queues.size()) {
            all.refuse(
                ReceiverKeys.MAX_SESSIONS,
                "%s is %d, and there are %d queues: each needs a place at least."
                    .formatted(ReceiverKeys.MAX_SESSIONS, places, queues.size()));
          }
          return List.copyOf(queues);
        });
  }

  /** How the queue's sessions behave. */
  ReceiverQueue.Options ofQueue() {
    return new ReceiverQueue.Options(options.flow(), options.health(), maxSessions);
  }

  private static ReceiverSettings read(String queue, FlatSettings flat) {
    ClusterSettings cluster = ClusterSettings.from(flat);
    Optional<URI> endpoint = flat.find(ReceiverKeys.HTTP_URL);
    ReceiverOptions options = options(flat, endpoint.isPresent());
    int places = options.limits().maxSessions();
    return new ReceiverSettings(
        queue,
        cluster,
        region(flat, cluster),
        LedgerSettings.from(flat),
        new LedgerUse(flat.get(LedgerKeys.CREATE_IF_MISSING), LedgerSettings.generation(flat)),
        options,
        flat.queue().flatMap(name -> flat.find(QueueKeys.maxSessions(name))).orElse(places),
        endpoint,
        flat.find(ReceiverKeys.HTTP_SECRET).flatMap(text -> secret(flat, new Secret(text))),
        new Answers(failures(flat), healthUrl(flat)));
  }

  /** The shared address speaks of the shared endpoint, and says nothing of a queue's own one. */
  private static Optional<URI> healthUrl(FlatSettings flat) {
    return isOwn(flat, ReceiverKeys.HTTP_URL) && !isOwn(flat, ReceiverKeys.HTTP_HEALTH_URL)
        ? Optional.empty()
        : flat.find(ReceiverKeys.HTTP_HEALTH_URL);
  }

  private static boolean isOwn(FlatSettings flat, Setting<?> shared) {
    return !flat.inForce(shared).name().equals(shared.name());
  }

  private static HttpFailures failures(FlatSettings flat) {
    Optional<String> text = flat.find(ReceiverKeys.HTTP_STATUSES);
    Optional<HttpFailures> read = text.flatMap(HttpFailures::parse);
    if (text.isPresent() && read.isEmpty()) {
      flat.refuse(
          ReceiverKeys.HTTP_STATUSES,
          "%s is '%s': give statuses from 300 to 599 but 412, each with its kind (judged, away,"
                  .formatted(flat.inForce(ReceiverKeys.HTTP_STATUSES), text.get())
              + " ambiguous, throttled, end-unknown), as in 404=judged 500=throttled; one of the"
              + " middle three may have a wait of up to an hour, as in 409=ambiguous:30s.");
    }
    return read.orElse(HttpFailures.DEFAULT);
  }

  /** Nobody is told to name another one where there is none, or where its own name was refused. */
  private static RegionSettings region(FlatSettings flat, ClusterSettings cluster) {
    String name = flat.required(ClusterKeys.REGION, "");
    if (cluster.regions().isEmpty() || flat.names(RegionKeys.REGIONS).contains(name)) {
      return cluster.regions().values().stream()
          .filter(region -> region.name().value().equals(name))
          .findFirst()
          .orElse(NO_REGION);
    }
    try {
      return cluster.region(name);
    } catch (InvalidSettingException e) {
      flat.refuse(ClusterKeys.REGION, String.valueOf(e.getMessage()));
      return NO_REGION;
    }
  }

  /** A setting that names a guarantee must not be taken for granted where it is not built. */
  private static ReceiverOptions options(FlatSettings flat, boolean http) {
    return new ReceiverOptions(
        ClaimSettings.in(flow(flat, http), flat),
        lease(flat),
        limits(flat),
        flat.get(ReceiverKeys.SHUTDOWN_GRACE),
        health(flat));
  }

  private static ReceiverOptions.Limits limits(FlatSettings flat) {
    int maxBody = flat.get(ReceiverKeys.MAX_BODY);
    ReceiverOptions.Limits limits =
        ReceiverOptions.Limits.ofSessions(flat.get(ReceiverKeys.MAX_SESSIONS)).withMaxBody(maxBody);
    Optional<Long> maxBuffered =
        flat.find(ReceiverKeys.MAX_BUFFERED).map(mebibytes -> mebibytes * MEBIBYTE);
    if (maxBuffered.isPresent() && maxBuffered.get() < maxBody) {
      flat.refuse(
          ReceiverKeys.MAX_BUFFERED,
          "%s is %d MiB, and one message may have %d bytes (%s): give %d or more, or lower %s."
              .formatted(
                  ReceiverKeys.MAX_BUFFERED,
                  maxBuffered.get() / MEBIBYTE,
                  maxBody,
                  flat.inForce(ReceiverKeys.MAX_BODY),
                  (maxBody + MEBIBYTE - 1) / MEBIBYTE,
                  flat.inForce(ReceiverKeys.MAX_BODY)));
    }
    return maxBuffered.map(limits::withMaxBuffered).orElse(limits);
  }

  private static HealthSettings health(FlatSettings flat) {
    boolean isHeldInDoubt = flat.choice(ReceiverKeys.IN_DOUBT, InDoubt.class) == InDoubt.BLOCK;
    return new HealthSettings(
        flat.get(ReceiverKeys.AWAY_RELEASE),
        flat.choice(ReceiverKeys.REFUSALS, HealthSettings.Refusals.class),
        isHeldInDoubt ? HealthSettings.Probes.CONNECTION : HealthSettings.Probes.MESSAGE);
  }

  private static FlowSettings.Backoff backoff(FlatSettings flat) {
    return new FlowSettings.Backoff(
        flat.get(ReceiverKeys.RETRY_FIRST),
        flat.get(ReceiverKeys.RETRY_FACTOR),
        flat.get(ReceiverKeys.RETRY_LONGEST),
        flat.get(ReceiverKeys.RETRY_JITTER) / 100.0);
  }

  private static FlowSettings flow(FlatSettings flat, boolean http) {
    FlowSettings defaults = FlowSettings.ofDefaults();
    FlowSettings.Pace pace = defaults.pace();
    FlowSettings.Commit commit = commit(flat, defaults.commit());
    return new FlowSettings(
        new FlowSettings.Pace(
            new FlowSettings.Idle(
                flat.get(ReceiverKeys.LINGER),
                flat.get(ReceiverKeys.LONG_LINGER),
                flat.get(ReceiverKeys.QUIET)),
            pace.readInterval(),
            flat.get(ReceiverKeys.GAP_GRACE),
            pace.stuckAfter(),
            pace.handlerGrace()),
        new FlowSettings.Attempts(
            flat.get(ReceiverKeys.MAX_ATTEMPTS),
            backoff(flat),
            handlerTimeout(flat, http),
            flat.choice(ReceiverKeys.ON_POISON, FlowSettings.OnPoison.class),
            flat.choice(ReceiverKeys.IN_DOUBT, InDoubt.class),
            flat.get(ReceiverKeys.GIVE_UP_AFTER)),
        defaults.window().forGroupsOf(commit.group()),
        commit,
        new FlowSettings.Gaps(
            flat.choice(ReceiverKeys.GAP_POLICY, FlowSettings.GapPolicy.class),
            flat.get(ReceiverKeys.GAP_BOUND),
            Horizon.from(flat)));
  }

  private static FlowSettings.Commit commit(FlatSettings flat, FlowSettings.Commit defaults) {
    int maxState = flat.get(ReceiverKeys.MAX_STATE);
    int group = flat.get(ReceiverKeys.COMMIT_GROUP);
    boolean isGrouped = flat.choice(ReceiverKeys.COMMIT, CommitMode.class) == CommitMode.GROUPED;
    return new FlowSettings.Commit(isGrouped ? group : defaults.group(), maxState);
  }

  /** One deadline, the shorter of both: the worker cancels the call, and decides what follows. */
  private static Duration handlerTimeout(FlatSettings flat, boolean http) {
    Duration any = flat.get(ReceiverKeys.HANDLER_TIMEOUT);
    Duration call = flat.find(ReceiverKeys.HTTP_TIMEOUT).orElse(any);
    return http && call.compareTo(any) < 0 ? call : any;
  }

  private static LeaseTimes lease(FlatSettings flat) {
    Duration lease = flat.get(ReceiverKeys.LEASE);
    try {
      return new LeaseTimes(flat.get(ReceiverKeys.BEAT), lease, lease.dividedBy(5));
    } catch (IllegalArgumentException e) {
      if (!flat.isRefused(ReceiverKeys.BEAT, ReceiverKeys.LEASE)) {
        flat.refuse(
            "%s and %s do not go together: %s"
                .formatted(ReceiverKeys.BEAT, ReceiverKeys.LEASE, e.getMessage()));
      }
      return LeaseTimes.ofDefaults();
    }
  }

  private static Optional<WebhookSecret> secret(FlatSettings flat, Secret text) {
    Optional<WebhookSecret> secret = WebhookSecret.parse(text);
    if (secret.isEmpty()) {
      flat.refuse(
          ReceiverKeys.HTTP_SECRET,
          flat.inForce(ReceiverKeys.HTTP_SECRET)
              + " is no webhook secret: give whsec_ and 24 to 64 bytes in base64; two of them,"
              + " separated by a space, while one replaces the other.");
    }
    return secret;
  }
}
