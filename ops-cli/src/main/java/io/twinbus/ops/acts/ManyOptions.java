package io.twinbus.ops.acts;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.store.SessionFilter;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.SessionPages;
import io.twinbus.ops.ledger.OpenLedger;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of an act on many sessions: which ones, and how fast. */
public final class ManyOptions {

  /** More than that take several commands. */
  static final int MOST = 100_000;

  private static final Pattern RATE = Pattern.compile("([0-9]{1,4})(/s)?");
  private static final int FASTEST = 1_000;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--status",
      description = "In place of an ID: all sessions that are ${COMPLETION-CANDIDATES}.")
  private @Nullable SessionStatus status;

  @Option(
      names = "--prefix",
      paramLabel = "TEXT",
      description = "In place of an ID: all whose ids begin so.")
  private @Nullable String prefix;

  @Option(
      names = "--block-reason",
      paramLabel = "TEXT",
      description = "Of those only sessions whose block's reason contains this.")
  private @Nullable String blockReason;

  @Option(
      names = "--rate",
      paramLabel = "N/s",
      defaultValue = "50/s",
      description = "At most so many sessions a second, up to 1000/s (default: ${DEFAULT-VALUE}).")
  private String rate = "50/s";

  /** Whether many are meant: no id, and a filter. */
  public boolean isMeant(@Nullable String id) {
    boolean isFiltered = status != null || prefix != null || blockReason != null;
    if (id != null && isFiltered) {
      throw wrong("Name a session's ID, or --status and --prefix, not both.");
    }
    if (id == null && status == null && prefix == null) {
      throw wrong("Name a session's ID, or many by --status or --prefix.");
    }
    return id == null;
  }

  /** How many sessions a second. */
  public int perSecond() {
    Matcher parts = RATE.matcher(rate.strip());
    int wanted = parts.matches() ? Integer.parseInt(parts.group(1)) : 0;
    if (wanted < 1 || wanted > FASTEST) {
      throw wrong("--rate goes from 1/s to 1000/s.");
    }
    return wanted;
  }

  /**
   * The sessions that are meant.
   *
   * @throws CommandFailure when there are too many for one command, or the ledger does not say
   */
  public List<SessionRecord> find(OpenLedger ledger) {
    SessionFilter filter = SessionFilter.ALL;
    filter = status == null ? filter : filter.withStatus(status);
    filter = prefix == null ? filter : filter.withPrefix(prefix);
    SessionPages.Listing listing = SessionPages.read(ledger, filter, MOST, Optional.empty());
    if (listing.next().isPresent()) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "More than %d sessions are meant: name fewer with --prefix.".formatted(MOST));
    }
    return listing.sessions().stream().filter(this::isMeantBy).toList();
  }

  private boolean isMeantBy(SessionRecord record) {
    if (blockReason == null) {
      return true;
    }
    Block block = record.custody().block();
    return block != null && block.reason().contains(blockReason);
  }

  private ParameterException wrong(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
