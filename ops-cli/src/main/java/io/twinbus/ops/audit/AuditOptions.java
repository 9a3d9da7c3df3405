package io.twinbus.ops.audit;

import io.twinbus.ledger.audit.AuditFilter;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.OptionDuration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which entries of the audit container are meant. */
final class AuditOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      defaultValue = "7d",
      description =
          "From so long ago, or from a time such as 2026-11-01T00:00:00Z (default:"
              + " ${DEFAULT-VALUE}).")
  private String since = "7d";

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description = "To before so long ago, or to before a time (default: now).")
  private @Nullable String until;

  @Option(
      names = "--act",
      paramLabel = "KIND",
      description = "Only acts of this kind, such as RETRY, REPLAY, EVACUATE or BODY_SHOWN.")
  private @Nullable String act;

  @Option(names = "--by", paramLabel = "NAME", description = "Only by this name or object id.")
  private @Nullable String by;

  @Option(names = "--session", paramLabel = "ID", description = "Only about this session.")
  private @Nullable String session;

  @Option(names = "--message", paramLabel = "ID", description = "Only about this message.")
  private @Nullable String message;

  AuditFilter filter(CliContext context) {
    Instant now = context.wall();
    Instant end = until == null ? now.plusSeconds(1) : time("--until", until, now);
    try {
      return new AuditFilter(
          time("--since", since, now),
          end,
          Optional.ofNullable(act).map(kind -> kind.toUpperCase(Locale.ROOT)),
          Optional.ofNullable(by),
          Optional.ofNullable(session),
          Optional.ofNullable(message));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private static Instant time(String option, String text, Instant now) {
    try {
      return Instant.parse(text.strip());
    } catch (DateTimeParseException e) {
      return now.minus(OptionDuration.of(option, text));
    }
  }
}
