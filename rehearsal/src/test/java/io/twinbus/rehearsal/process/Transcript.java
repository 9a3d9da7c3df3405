package io.twinbus.rehearsal.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.TestInfo;

/**
 * A section of the runbook as it is typed in an incident, one command after the other; each must
 * show what the page shows.
 *
 * <p>With {@code -Drunbook.write=true} the page is written as it was seen instead.
 */
final class Transcript {

  private static final boolean WRITES = Boolean.getBoolean("runbook.write");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
  private static final String PROGRAM = "twinbus ";

  private final Incident incident;
  private final String section;
  private final List<Runbook.Example> examples;
  private final List<Runbook.Example> seen = new ArrayList<>();
  private Map<String, String> settings = Map.of();
  private int last;

  private Transcript(Incident incident, String section) throws IOException {
    this.incident = incident;
    this.section = section;
    this.examples = Runbook.read().examplesOf(section);
  }

  /** Of the section that {@code test} is about. */
  static Transcript of(Incident incident, TestInfo test) throws IOException {
    Section section = test.getTestMethod().orElseThrow().getAnnotation(Section.class);
    return new Transcript(incident, section.value());
  }

  /** What is typed from now on meets these settings. */
  void set(Map<String, String> changed) {
    settings = changed;
  }

  /** Types the next command of the page, which is {@code command} and ends with {@code code}. */
  void type(String command, int code) {
    assertThat(examples).as("what is typed in this section").hasSizeGreaterThan(seen.size());
    Runbook.Example example = examples.get(seen.size());
    assertThat(example.command()).isEqualTo(command);
    List<String> shown = command.equals("echo $?") ? List.of(Integer.toString(last)) : run(command);
    assertThat(last).as(command + ": " + shown).isEqualTo(code);
    if (WRITES) {
      seen.add(example.isShownBy(shown) ? example : example.showing(shown));
      return;
    }
    seen.add(example);
    assertThat(example.isShownBy(shown))
        .as(
            "docs/runbook.md, line %d, $ %s%nthe page:%n%s%nthe command:%n%s",
            example.line() + 1,
            command,
            String.join("\n", example.shown()),
            String.join("\n", shown))
        .isTrue();
  }

  /** Nothing of the section is left. */
  void end() throws IOException {
    assertThat(seen).as("what was typed of this section").hasSameSizeAs(examples);
    if (WRITES) {
      Runbook.write(section, seen);
    }
  }

  private List<String> run(String command) {
    assertThat(command).startsWith(PROGRAM);
    Incident.Answer answer = incident.type(settings, words(command.substring(PROGRAM.length())));
    last = answer.code();
    return answer.screen().lines().toList();
  }

  private static String[] words(String line) {
    return WORD.matcher(line)
        .results()
        .map((MatchResult word) -> word.group(1) == null ? word.group(2) : word.group(1))
        .toArray(String[]::new);
  }
}
