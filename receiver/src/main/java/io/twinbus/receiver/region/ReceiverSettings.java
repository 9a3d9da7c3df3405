package io.twinbus.receiver.region;

import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.ledger.rules.LeaseTimes;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.receiver.handler.WebhookSecret;
import io.twinbus.receiver.runtime.ReceiverOptions;
import io.twinbus.receiver.session.FlowSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Everything that a receiver service is configured with.
 *
 * <p>Immutable and thread-safe.
 *
 * @param cluster what all processes of the deployment share
 * @param region the region to receive from ({@code twinbus.region}, required)
 * @param ledger where the ledger is
 * @param ledgerUse what to make of the ledger that is found there
 * @param options how the receiver behaves ({@code twinbus.receiver.*})
 * @param endpoint the HTTP handler ({@code twinbus.receiver.http.url}), if there is one
 * @param secret what calls to it are signed with ({@code twinbus.receiver.http.secret}), if they
 *     are
 */
public record ReceiverSettings(
    ClusterSettings cluster,
    RegionSettings region,
    LedgerSettings ledger,
    LedgerUse ledgerUse,
    ReceiverOptions options,
    Optional<URI> endpoint,
    Optional<WebhookSecret> secret) {

  private static final String PREFIX = "twinbus.receiver.";
  private static final String REGIONS = "twinbus.regions";
  private static final int MOST_SESSIONS = 5_000;
  private static final int MOST_ATTEMPTS = 1_000;
  private static final int MOST_IN_A_GROUP = 1_024;

  /** A document may have 2 MB, the state is base64 in it, and the progress needs room, too. */
  private static final int MOST_STATE = 1_024 * 1_024;

  private static final Duration A_DAY = Duration.ofDays(1);

  /** Stands in for a region that was refused. */
  private static final RegionSettings NO_REGION =
      new RegionSettings(new RegionName("none"), null, null);

  /** Also where the scheme is missing, so that no mistake repeats a password. */
  private static final Pattern USER_INFO = Pattern.compile("^[^/?#]*(//)?[^/?#]*@");

  /**
   * What to make of the ledger that is found.
   *
   * @param create whether a missing container is created ({@code twinbus.ledger.create-if-missing},
   *     default false)
   * @param generation one more after each restore from a backup, which confirms it ({@code
   *     twinbus.ledger.generation}, default 1)
   */
  public record LedgerUse(boolean create, int generation) {}

  private enum CommitMode {
    EACH,
    GROUPED
  }

  /**
   * Reads and checks the settings.
   *
   * @throws InvalidSettingException with one sentence for each mistake
   */
  public static ReceiverSettings from(FlatSettings flat) {
    return flat.collect(ReceiverSettings::read);
  }

  private static ReceiverSettings read(FlatSettings flat) {
    ClusterSettings cluster = ClusterSettings.from(flat);
    Optional<URI> endpoint = flat.text(PREFIX + "http.url").flatMap(text -> url(flat, text));
    return new ReceiverSettings(
        cluster,
        region(flat, cluster),
        LedgerSettings.from(flat),
        new LedgerUse(
            flat.flag("twinbus.ledger.create-if-missing", false), LedgerSettings.generation(flat)),
        options(flat, endpoint.isPresent()),
        endpoint,
        flat.text(PREFIX + "http.secret").flatMap(text -> secret(flat, new Secret(text))));
  }

  /** Nobody is told to name another one where there is none, or where its own name was refused. */
  private static RegionSettings region(FlatSettings flat, ClusterSettings cluster) {
    String name = flat.required("twinbus.region", "the region that this receiver belongs to");
    if (cluster.regions().isEmpty() || flat.names(REGIONS).contains(name)) {
      return cluster.regions().values().stream()
          .filter(region -> region.name().value().equals(name))
          .findFirst()
          .orElse(NO_REGION);
    }
    try {
      return cluster.region(name);
    } catch (InvalidSettingException e) {
      flat.refuse("twinbus.region", String.valueOf(e.getMessage()));
      return NO_REGION;
    }
  }

  /** A setting that names a guarantee must not be taken for granted where it is not built. */
  private static ReceiverOptions options(FlatSettings flat, boolean http) {
    int sessions =
        flat.integer(
            PREFIX + "max-sessions", ReceiverOptions.Limits.DEFAULT_MAX_SESSIONS, 1, MOST_SESSIONS);
    return new ReceiverOptions(
        ClaimSettings.in(flow(flat, http), flat),
        lease(flat),
        ReceiverOptions.Limits.ofSessions(sessions),
        duration(flat, "shutdown-grace", ReceiverOptions.DEFAULT_SHUTDOWN_GRACE));
  }

  private static FlowSettings flow(FlatSettings flat, boolean http) {
    FlowSettings defaults = FlowSettings.ofDefaults();
    FlowSettings.Pace pace = defaults.pace();
    FlowSettings.Attempts attempts = defaults.attempts();
    FlowSettings.Commit commit = commit(flat, defaults.commit());
    return new FlowSettings(
        new FlowSettings.Pace(
            duration(flat, "linger", pace.linger()),
            pace.look(),
            duration(flat, "gap-grace", pace.gapGrace()),
            pace.stuckAfter(),
            pace.handlerGrace()),
        new FlowSettings.Attempts(
            flat.integer(PREFIX + "max-attempts", attempts.max(), 1, MOST_ATTEMPTS),
            attempts.backoff(),
            handlerTimeout(flat, http, attempts.handlerTimeout()),
            flat.choice(PREFIX + "on-poison", FlowSettings.OnPoison.class, attempts.onPoison()),
            flat.choice(PREFIX + "in-doubt", InDoubt.class, attempts.inDoubt())),
        defaults.window().forGroupsOf(commit.group()),
        commit,
        new FlowSettings.Gaps(
            flat.choice(
                PREFIX + "gap-policy", FlowSettings.GapPolicy.class, defaults.gaps().policy()),
            duration(flat, "gap-bound", defaults.gaps().bound()),
            Horizon.from(flat)));
  }

  private static FlowSettings.Commit commit(FlatSettings flat, FlowSettings.Commit defaults) {
    int maxState = flat.integer(PREFIX + "max-state", defaults.maxState(), 0, MOST_STATE);
    boolean isGrouped =
        flat.choice(PREFIX + "commit", CommitMode.class, CommitMode.EACH) == CommitMode.GROUPED;
    int group =
        flat.integer(
            PREFIX + "commit-group", FlowSettings.Commit.DEFAULT_GROUP, 2, MOST_IN_A_GROUP);
    return new FlowSettings.Commit(isGrouped ? group : defaults.group(), maxState);
  }

  /** One deadline, the shorter of both: it is the worker who cancels, and decides what follows. */
  private static Duration handlerTimeout(FlatSettings flat, boolean http, Duration otherwise) {
    Duration any = duration(flat, "handler-timeout", otherwise);
    Duration call = duration(flat, "http.timeout", any);
    return http && call.compareTo(any) < 0 ? call : any;
  }

  private static LeaseTimes lease(FlatSettings flat) {
    LeaseTimes defaults = LeaseTimes.ofDefaults();
    Duration lease = duration(flat, "lease", defaults.lease());
    Duration beat = duration(flat, "beat", defaults.beat());
    try {
      return new LeaseTimes(beat, lease, lease.dividedBy(5));
    } catch (IllegalArgumentException e) {
      if (!flat.isRefused(PREFIX + "beat", PREFIX + "lease")) {
        flat.refuse(
            "%sbeat and %slease do not go together: %s".formatted(PREFIX, PREFIX, e.getMessage()));
      }
      return defaults;
    }
  }

  private static Duration duration(FlatSettings flat, String name, Duration otherwise) {
    return flat.duration(
        PREFIX + name,
        otherwise,
        any -> any.compareTo(Duration.ZERO) > 0 && any.compareTo(A_DAY) <= 0,
        "give more than 0s and at most 1d");
  }

  private static Optional<WebhookSecret> secret(FlatSettings flat, Secret text) {
    Optional<WebhookSecret> secret = WebhookSecret.parse(text);
    if (secret.isEmpty()) {
      flat.refuse(
          PREFIX + "http.secret",
          PREFIX
              + "http.secret is no webhook secret: give whsec_ and 24 to 64 bytes in base64; two of"
              + " them, separated by a space, while one replaces the other.");
    }
    return secret;
  }

  private static Optional<URI> url(FlatSettings flat, String text) {
    if (USER_INFO.matcher(text).find()) {
      flat.refuse(
          PREFIX + "http.url",
          PREFIX
              + "http.url has a user or a password in it, which no call would carry: take it out;"
              + " http.secret has calls signed.");
      return Optional.empty();
    }
    try {
      URI url = new URI(text);
      if (url.getHost() != null
          && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
        return Optional.of(url);
      }
    } catch (URISyntaxException e) {
      // the sentence below says it
    }
    flat.refuse(
        PREFIX + "http.url",
        "%shttp.url is '%s': give an http:// or https:// address.".formatted(PREFIX, text));
    return Optional.empty();
  }
}
