package io.twinbus.certify.integration;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.certify.CertifyCommand;
import io.twinbus.certify.closing.ClosingRun;
import io.twinbus.local.LocalStack;
import io.twinbus.ops.cli.CommandGroup;
import io.twinbus.ops.cli.TwinbusCli;
import io.twinbus.ops.command.CliContext;
import io.twinbus.protocol.time.Clocks;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringReader;
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

  /** Types {@code certify} with {@code arguments}. */
  static Certified of(LocalStack stack, String... arguments) {
    return of(settings(stack), Clocks.system(), arguments);
  }

  static Certified of(Map<String, String> settings, Clocks clocks, String... arguments) {
    return of(settings, clocks, Optional.empty(), arguments);
  }

  /** The same, with a closing run. */
  static Certified of(LocalStack stack, ClosingRun closing, String... arguments) {
    return of(settings(stack), Clocks.system(), Optional.of(closing), arguments);
  }

  private static Certified of(
      Map<String, String> settings,
      Clocks clocks,
      Optional<ClosingRun> closing,
      String... arguments) {
    CliContext machine = CliContext.ofThisMachine();
    CliContext context =
        new CliContext(machine.ledger(), machine.queues(), clocks, machine.pause(), settings);
    CertifyCommand command =
        new CertifyCommand(
            context, new Random(), () -> new BufferedReader(new StringReader("n\n")), closing);
    CommandLine cli = TwinbusCli.with(List.of(CommandGroup.PROVE.of(new CommandLine(command))));
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
