package io.twinbus.rehearsal.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The examples of docs/runbook.md: what is typed after each {@code $}, and the lines that are shown
 * until the next one.
 *
 * <p>What differs from run to run (ids, ages, addresses, tokens, widths of columns) is compared as
 * if it were the same; a line {@code …} stands for any number of lines, also none.
 */
final class Runbook {

  private static final Path PAGE = Path.of("..", "docs", "runbook.md");
  private static final String FENCE = "```";
  private static final String PROMPT = "$ ";
  private static final String PROGRAM = "twinbus ";
  private static final Pattern INLINE = Pattern.compile("(?<!`)`([^`\n]+)`(?!`)");
  private static final String ELISION = "…";

  private static final List<Variable> VARIABLES =
      List.of(
          new Variable("https?://[^\\s,)]+", "URL"),
          new Variable("\\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b", "ID"),
          new Variable("\\b([0-9a-f]{24}|[0-9a-f]{2,8}…)", "ID"),
          new Variable("\\b127\\.0\\.0\\.1:\\d+", "ADDRESS"),
          new Variable("(?<![\\w-])[\\w-]{16}(?![\\w-])", "STREAM"),
          new Variable("\\b(\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?|development)\\s*$", "VERSION"),
          new Variable("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "TIME"),
          new Variable("\\b1\\d{12}\\b", "TOKEN"),
          new Variable("\\b\\d+ (milliseconds|ms|s)\\b", "AGE"),
          new Variable("\\b\\d+(ms|s|m|h|d)\\b", "AGE"),
          new Variable(
              "\\b\\d+ writes? waits?, the longest of sessions [^;]*; [\\d.]+ times", "WAITING"),
          new Variable("give it about [\\d,]+", "UNITS"),
          // A receiver gives sessions up and takes them again while it is looked at.
          new Variable("\\bholds \\d+ sessions?", "HELD"),
          // A saturated ledger may count its sessions, or refuse that.
          new Variable(
              "^blocked\\s+(GOOD\\s+No session is BLOCKED|WARNING\\s+The ledger could not count its"
                  + " sessions)\\.",
              "COUNT"),
          new Variable(
              "^gaps\\s+(GOOD\\s+No region reports a gap\\.|WARNING\\s+The ledger could not list its"
                  + " sessions: .* 429.*)$",
              "GAPS"),
          new Variable(
              "^explicit streams\\s+(GOOD\\s+No application numbers its messages itself|WARNING\\s+The"
                  + " ledger could not count them)\\.",
              "STREAMS"),
          new Variable("\\s+", " "));

  private final List<String> lines;

  private Runbook(List<String> lines) {
    this.lines = lines;
  }

  private record Variable(Pattern pattern, String name) {
    Variable(String pattern, String name) {
      this(Pattern.compile(pattern), name);
    }
  }

  /**
   * A command and what it shows.
   *
   * @param line where it stands, from 0
   */
  record Example(String section, int line, String command, List<String> shown) {

    /** The same with what a run has shown. */
    Example showing(List<String> seen) {
      return new Example(section, line, command, seen);
    }

    /** Whether {@code seen} is what the page shows. */
    boolean isShownBy(List<String> seen) {
      return matches(normalised(shown), normalised(seen));
    }
  }

  static Runbook read() throws IOException {
    return new Runbook(Files.readAllLines(PAGE));
  }

  /** The headings under which something is typed. */
  Set<String> sections() {
    Set<String> found = new TreeSet<>();
    examples().forEach(example -> found.add(example.section()));
    return found;
  }

  List<Example> examplesOf(String section) {
    return examples().stream().filter(example -> example.section().equals(section)).toList();
  }

  /** What stands as code in its sentences, without the program's name. */
  List<String> namedCommands() {
    return INLINE
        .matcher(String.join("\n", lines))
        .results()
        .map(found -> found.group(1).replaceFirst("^" + PROGRAM, ""))
        .toList();
  }

  /**
   * Puts what was seen into the page, in the place of what it shows; other processes may do so with
   * other sections.
   */
  static void write(String section, List<Example> seen) throws IOException {
    try (FileChannel page = FileChannel.open(PAGE, StandardOpenOption.WRITE)) {
      var unused = page.lock();
      List<String> lines = new ArrayList<>(Files.readAllLines(PAGE));
      List<Example> places = new Runbook(List.copyOf(lines)).examplesOf(section);
      for (int i = seen.size() - 1; i >= 0; i--) {
        int from = places.get(i).line() + 1;
        int to = from;
        while (!lines.get(to).startsWith(PROMPT) && !lines.get(to).equals(FENCE)) {
          to++;
        }
        lines.subList(from, to).clear();
        lines.addAll(from, seen.get(i).shown());
      }
      Files.write(PAGE, lines);
    }
  }

  private List<Example> examples() {
    List<Example> found = new ArrayList<>();
    String section = "";
    boolean isInside = false;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.startsWith("## ")) {
        section = line.substring(3);
      } else if (line.startsWith(FENCE)) {
        isInside = !isInside;
      } else if (isInside && line.startsWith(PROMPT)) {
        found.add(new Example(section, i, line.substring(PROMPT.length()), new ArrayList<>()));
      } else if (isInside) {
        found.get(found.size() - 1).shown().add(line);
      }
    }
    return found;
  }

  private static List<String> normalised(List<String> text) {
    return text.stream().map(Runbook::normalised).toList();
  }

  private static String normalised(String line) {
    String plain = line;
    for (Variable variable : VARIABLES) {
      plain = variable.pattern().matcher(plain).replaceAll(variable.name());
    }
    return plain.strip();
  }

  private static boolean matches(List<String> shown, List<String> seen) {
    if (shown.isEmpty()) {
      return seen.isEmpty();
    }
    List<String> rest = shown.subList(1, shown.size());
    if (!shown.get(0).equals(ELISION)) {
      return !seen.isEmpty()
          && shown.get(0).equals(seen.get(0))
          && matches(rest, seen.subList(1, seen.size()));
    }
    for (int skipped = 0; skipped <= seen.size(); skipped++) {
      if (matches(rest, seen.subList(skipped, seen.size()))) {
        return true;
      }
    }
    return false;
  }
}
