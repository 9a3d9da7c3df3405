package io.twinbus.ops.dlq;

import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.servicebus.QueuedCopy;
import io.twinbus.ops.servicebus.RegionLooks;
import io.twinbus.protocol.settings.ClusterSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which dead letters are meant. */
final class LetterOptions {

  @Option(names = "--session", paramLabel = "ID", description = "Only those of this session.")
  @Nullable String session;

  @Option(names = "--id", paramLabel = "MESSAGE", description = "Only those of this message.")
  @Nullable String message;

  @Option(
      names = "--died-of",
      paramLabel = "REASON",
      description = "Only those whose dead-letter reason is this.")
  @Nullable String reason;

  @Option(
      names = "--scan",
      defaultValue = "10000",
      description = "Look through so many dead letters of each region (default: ${DEFAULT-VALUE}).")
  int scan;

  /** The exit code of a look at letters: partial where a region did not answer. */
  static int exitCode(List<RegionLooks.Seen> seen) {
    boolean isPartial = seen.stream().anyMatch(region -> region.trouble().isPresent());
    return isPartial ? ExitCode.PARTIAL.code() : ExitCode.OK.code();
  }

  boolean isAnyNamed() {
    return session != null || message != null || reason != null;
  }

  boolean covers(QueuedCopy copy) {
    return (session == null || session.equals(copy.names().session()))
        && (message == null || message.equals(copy.names().message()))
        && (reason == null || (copy.dead() != null && reason.equals(copy.dead().reason())));
  }

  List<RegionLooks.Seen> look(CliContext context, ClusterSettings cluster, CommonOptions common) {
    List<RegionLooks.Seen> seen =
        new RegionLooks(context.queues(), cluster).lookAtLetters(scan, this::covers);
    for (RegionLooks.Seen region : seen) {
      region.trouble().ifPresent(common::tell);
      if (region.trouble().isEmpty() && !region.isWhole()) {
        common.tell(
            "Only the first %d dead letters of region %s were looked through."
                .formatted(scan, region.region()));
      }
    }
    return seen;
  }
}
