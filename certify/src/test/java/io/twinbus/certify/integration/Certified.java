package io.twinbus.certify.integration;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.certify.CertifyCommand;
import io.twinbus.certify.Terminal;
import io.twinbus.certify.check.LongTimes;
import io.twinbus.certify.closing.ClosingRun;
import io.twinbus.local.LocalStack;
import io.twinbus.ops.cli.CommandGroup;
import io.twinbus.ops.cli.CommandGroup.Member;
import io.twinbus.ops.cli.TwinbusCli;
import io.twinbus.ops.command.CliContext;
import io.twinbus.protocol.time.Clocks;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import picocli.CommandLine;

/** The command, typed at a local stack, and what it answered. */
record Certified(int code, String out, String err) {

  private static final Terminal NOBODY =
      new Terminal(() -> false, () -> new BufferedReader(Reader.nullReader()));
  private static final LongTimes AZURE = LongTimes.ofAzure();

  /** Types {@code certify} with {@code arguments}. */
  static Certified of(LocalStack stack, String... arguments) {
    return of(settings(stack), arguments);
  }

  /** Types it with {@code --long}, whose checks last for {@code times}. */
  static Certified of(LocalStack stack, LongTimes times, String... arguments) {
    return of(new Typing(settings(stack), Optional.empty(), NOBODY, times), arguments);
  }

  /** Types it at {@code terminal}. */
  static Certified of(LocalStack stack, Terminal terminal, String... arguments) {
    return of(new Typing(settings(stack), Optional.empty(), terminal, AZURE), arguments);
  }

  static Certified of(Map<String, String> settings, String... arguments) {
    return of(new Typing(settings, Optional.empty(), NOBODY, AZURE), arguments);
  }

  /** The same, with a closing run. */
  static Certified of(LocalStack stack, ClosingRun closing, String... arguments) {
    return of(new Typing(settings(stack), Optional.of(closing), NOBODY, AZURE), arguments);
  }

  /** Types it for a deployment with {@code settings}, with a closing run. */
  static Certified of(Map<String, String> settings, ClosingRun closing, String... arguments) {
    return of(new Typing(settings, Optional.of(closing), NOBODY, AZURE), arguments);
  }

  /** What stands around the words that are typed. */
  private record Typing(
      Map<String, String> settings,
      Optional<ClosingRun> closing,
      Terminal terminal,
      LongTimes times) {}

  private static Certified of(Typing typing, String... arguments) {
    CliContext machine = CliContext.ofThisMachine();
    CliContext context =
        new CliContext(
            machine.ledger(),
            machine.queues(),
            Clocks.system(),
            machine.pause(),
            typing.settings());
    CertifyCommand command =
        new CertifyCommand(
            context, new Random(), typing.terminal(), typing.closing(), typing.times());
    CommandLine cli =
        TwinbusCli.with(List.of(CommandGroup.PROVE.of(Member.of("certify", () -> command))));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    cli.setOut(new PrintWriter(out));
    cli.setErr(new PrintWriter(err));
    String[] words = new String[arguments.length + 1];
    words[0] = "certify";
    System.arraycopy(arguments, 0, words, 1, arguments.length);
    int code = cli.execute(words);
    return new Certified(code, out.toString(), err.toString());
  }

  /** How the command finds {@code stack}. */
  static Map<String, String> settings(LocalStack stack) {
    Map<String, String> settings = new TreeMap<>();
    stack
        .regions()
        .forEach(
            (name, region) ->
                settings.put(
                    "TWINBUS_REGIONS_%s_CONNECTION_STRING".formatted(name.toUpperCase(Locale.ROOT)),
                    region.connectionString()));
    settings.put("TWINBUS_LEDGER_ENDPOINT", stack.ledgerEndpoint());
    settings.put("TWINBUS_LEDGER_KEY", stack.ledgerKey());
    return settings;
  }

  /** The checks of {@code verdict}, each with its place. */
  Set<String> checks(String verdict) throws JsonProcessingException {
    Set<String> found = new TreeSet<>();
    for (JsonNode result : new ObjectMapper().readTree(out)) {
      if (result.get("verdict").asText().equals(verdict)) {
        found.add(result.get("check").asText() + " in " + result.get("place").asText());
      }
    }
    return found;
  }
}
