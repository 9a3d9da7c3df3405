package io.twinbus.ledger.cosmos;

import com.azure.core.credential.TokenCredential;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.identity.DefaultAzureCredentialBuilder;
import io.twinbus.ledger.Deployment;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.document.DocumentNames;
import io.twinbus.protocol.settings.RegionLocations;
import io.twinbus.protocol.time.Clocks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Looks at everything that the promises ask of a ledger, one finding each, where {@link
 * CosmosLedger#open} ends at the first mistake. Blocks for seconds. Not thread-safe.
 */
public final class LedgerExamination {

  private static final int REGIONS_FOR_AVAILABILITY = 3;

  /** How a check went. */
  public enum Grade {
    /** As it must be. */
    GOOD,
    /** Works, and is not as it should be. */
    WARNING,
    /** Breaks a promise, or keeps receivers from starting. */
    BAD,
    /** Not looked at, for something before it failed or it was not wanted. */
    SKIPPED
  }

  /** What a check found, in one sentence. */
  public record Finding(String check, Grade grade, String what) {}

  /** Which ledger it should be, and in which account it is. */
  private record Identity(Deployment deployment, int generation, String account) {}

  private final LedgerSettings settings;
  private final CosmosOptions options;
  private final Clocks clocks;
  private final RegionLocations messaging;
  private final List<Finding> findings = new ArrayList<>();

  /**
   * Nothing has been looked at yet.
   *
   * @param options with {@code probe} an outdated ETag is tried, by writing a few documents that
   *     the account deletes a minute later
   * @param messaging the Azure regions that carry the messages
   */
  public LedgerExamination(
      LedgerSettings settings, CosmosOptions options, RegionLocations messaging, Clocks clocks) {
    this.settings = settings;
    this.options = options.withCreateIfMissing(false);
    this.messaging = messaging;
    this.clocks = clocks;
  }

  /**
   * Looks at the account, its container, and whose ledger it is.
   *
   * @param deployment whose it should be
   * @param generation which one after how many restores
   */
  public List<Finding> run(Deployment deployment, int generation) {
    findings.clear();
    try {
      SdkProperties.prepare(settings);
      TokenCredential credential =
          settings.key().isPresent() ? null : new DefaultAzureCredentialBuilder().build();
      AccountReader reader = new AccountReader(settings, credential, clocks);
      AccountFacts facts = reader.read();
      account(facts);
      clock(reader.clockBehind());
      container(credential, new Identity(deployment, generation, facts.id()));
    } catch (LedgerStartException e) {
      note("account", Grade.BAD, String.valueOf(e.getMessage()));
    }
    return List.copyOf(findings);
  }

  private void account(AccountFacts facts) {
    note("account", Grade.GOOD, "%s answers.".formatted(settings.endpoint()));
    boolean isStrong = facts.defaultConsistency().equals("Strong");
    note(
        "consistency",
        isStrong ? Grade.GOOD : Grade.BAD,
        isStrong
            ? "The default consistency is Strong."
            : "The default consistency is %s: set the account to Strong."
                .formatted(facts.defaultConsistency()));
    writeRegion(facts);
    boolean isAvailable = facts.regions().size() >= REGIONS_FOR_AVAILABILITY;
    note(
        "regions",
        isAvailable ? Grade.GOOD : Grade.WARNING,
        isAvailable
            ? "%d regions hold the data.".formatted(facts.regions().size())
            : "%d of three regions hold the data: losing one stops all claims and commits until it is back."
                .formatted(facts.regions().size()));
  }

  private void writeRegion(AccountFacts facts) {
    if (facts.multipleWrites() || facts.writeRegions().size() != 1) {
      note(
          "write region",
          Grade.BAD,
          "Several regions accept writes (%s): turn multi-region writes off."
              .formatted(facts.writeRegions()));
      return;
    }
    String written = facts.writeRegions().get(0);
    Optional<String> carrier = messaging.in(written);
    note(
        "write region",
        carrier.isPresent() ? Grade.WARNING : Grade.GOOD,
        carrier
            .map(
                name ->
                    "One region accepts writes: %s, where the messages of %s are, too. Losing it stops all claims and commits until the account fails over: have a region written that carries no messages ('ledger failover')."
                        .formatted(written, name))
            .orElse("One region accepts writes: %s.".formatted(written)));
  }

  private void clock(Optional<Duration> behind) {
    behind
        .map(ClockSkew::new)
        .ifPresentOrElse(
            skew -> note("clock", skew.matters() ? Grade.WARNING : Grade.GOOD, skew.sentence()),
            () ->
                note(
                    "clock",
                    Grade.WARNING,
                    "The account's answers do not tell the time: compare this machine's clock with"
                        + " another one."));
  }

  private void container(@Nullable TokenCredential credential, Identity identity) {
    try (CosmosAsyncClient client = ClientFactory.open(settings, options, credential)) {
      Clients clients = new Clients(client, client);
      ContainerCheck containers = new ContainerCheck(client, settings);
      String good = "It is partitioned by /%s.".formatted(DocumentNames.PARTITION);
      check("container", good, () -> containers.checkSessions(false));
      check("leases", good, () -> containers.checkLeases(false));
      check("audit", good, () -> containers.checkAudit(false));
      OpenContainer open = CosmosLedger.sessions(clients, settings);
      BlockingCalls calls = CosmosLedger.uncountedCalls(open, options, clocks);
      if (options.probe()) {
        check(
            "stale writes",
            "A write with an outdated ETag is refused.",
            () -> new ConformanceProbe(calls, settings).run("probe-" + UUID.randomUUID()));
        sharing(new SharingProbe(calls, CosmosLedger.uncountedBulk(open, options, clocks)));
      } else {
        note("stale writes", Grade.SKIPPED, "Not tried, for that takes three writes.");
        note("shared requests", Grade.SKIPPED, "Not tried, for that takes seven writes.");
      }
      BlockingCalls leases =
          CosmosLedger.uncountedCalls(CosmosLedger.leases(clients, settings), options, clocks);
      identity(identity, calls, leases);
      findings.addAll(new ThroughputCheck(clients, settings, options, clocks).examine());
    }
  }

  private void identity(Identity identity, BlockingCalls sessions, BlockingCalls leases) {
    check(
        "deployment",
        "The ledger is this deployment's.",
        () -> {
          DeploymentCheck.ofSessions(sessions, settings).compare(identity.deployment());
          DeploymentCheck.ofLeases(leases, settings).compare(identity.deployment());
        });
    check(
        "generation",
        "The ledger is no copy that nobody has confirmed (generation %d)."
            .formatted(identity.generation()),
        () ->
            new GenerationCheck(sessions, settings, identity.account())
                .compare(identity.generation()));
  }

  private void sharing(SharingProbe probe) {
    boolean holds = probe.holds("probe-" + UUID.randomUUID());
    note(
        "shared requests",
        holds ? Grade.GOOD : Grade.WARNING,
        holds
            ? "An outdated ETag, and a create of what is there, are refused in a request that"
                + " several writes share, too."
            : "Outdated ETags, or creates of what is there, were not seen to be refused in requests"
                + " that several writes share:"
                + " receivers write each record by a request of its own, at the cost of"
                + " throughput.");
  }

  private void check(String name, String good, Runnable check) {
    try {
      check.run();
      note(name, Grade.GOOD, good);
    } catch (LedgerStartException e) {
      note(name, Grade.BAD, String.valueOf(e.getMessage()));
    }
  }

  private void note(String check, Grade grade, String what) {
    findings.add(new Finding(check, grade, what));
  }
}
