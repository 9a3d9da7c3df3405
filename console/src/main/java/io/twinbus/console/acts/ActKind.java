package io.twinbus.console.acts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An act that a page offers. Each is a command of operators, which decides and leaves its entry.
 */
public enum ActKind {
  /** {@code sessions block}. */
  BLOCK("Hold a session", "Hold it") {
    @Override
    List<String> command(ActFields form) {
      return about(
          form.id("id"),
          form.words(List.of("sessions", "block"), Map.of(AS_PLANNED, form.planned())));
    }
  },

  /** {@code sessions unblock}. */
  UNBLOCK("Let a blocked session go on", "Let it go on") {
    @Override
    List<String> command(ActFields form) {
      String how = HOW.contains(form.get("how")) ? form.get("how") : "retry";
      return about(
          form.id("id"),
          form.words(
              List.of("sessions", "unblock", "--" + how),
              sorted("--stream", form.get("stream"), AS_PLANNED, form.planned())));
    }
  },

  /** {@code gaps skip}. */
  SKIP("Skip missing messages", "Skip them") {
    @Override
    List<String> command(ActFields form) {
      return about(
          form.id("id"),
          form.words(
              List.of("gaps", "skip", SCAN),
              sorted(
                  "--stream",
                  form.get("stream"),
                  "--without",
                  form.get("without"),
                  AS_PLANNED,
                  form.planned())));
    }
  },

  /** {@code pause}. */
  PAUSE("Pause receivers", "Pause them") {
    @Override
    List<String> command(ActFields form) {
      return form.words(
          List.of("pause", "--wait=" + LONGEST_WAIT),
          sorted(
              "--region", form.get("region"),
              "--queue", form.get("queue"),
              "--for", form.get("for")));
    }
  },

  /** {@code resume}. */
  RESUME("Resume receivers", "Resume them") {
    @Override
    List<String> command(ActFields form) {
      return form.words(
          List.of("resume"), sorted("--region", form.get("region"), "--queue", form.get("queue")));
    }
  },

  /** {@code dlq replay}. */
  REPLAY("Send dead letters again", "Send again") {
    @Override
    List<String> command(ActFields form) {
      return form.words(
          List.of("dlq", "replay", SCAN, "--limit=" + MOST_LETTERS), whichLetters(form));
    }
  };

  /** How many letters one act sends again; more take several, or the command line. */
  public static final int MOST_LETTERS = 500;

  private static final List<String> HOW = List.of("retry", "skip", "done");
  private static final String SCAN = "--scan=2000";
  private static final String AS_PLANNED = "--as-planned";

  /** Shorter than a page waits for its command. */
  private static final String LONGEST_WAIT = "20s";

  private final String title;
  private final String verb;

  ActKind(String title, String verb) {
    this.title = title;
    this.verb = verb;
  }

  /** The act whose pages have {@code path}. */
  public static Optional<ActKind> at(String path) {
    return Arrays.stream(values()).filter(kind -> kind.path().equals(path)).findFirst();
  }

  /** The last part of its pages' addresses. */
  public String path() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What its pages are called. */
  public String title() {
    return title;
  }

  /** What its button says. */
  public String verb() {
    return verb;
  }

  /**
   * The command that says what would be done under {@code operator}'s name; empty: the console's
   * own.
   */
  public List<String> plan(ActFields form, String operator) {
    List<String> words = new ArrayList<>(command(form));
    words.addAll(endOfOptions(words), named(operator));
    return words;
  }

  /** The command that does what {@link #plan} says. */
  public List<String> deed(ActFields form, String operator) {
    List<String> words = plan(form, operator);
    words.add(endOfOptions(words), "--yes");
    return words;
  }

  private static int endOfOptions(List<String> words) {
    int end = words.indexOf("--");
    return end < 0 ? words.size() : end;
  }

  /** The option that says who acts. */
  static List<String> named(String operator) {
    return operator.isBlank() ? List.of() : List.of("--operator=" + operator);
  }

  /** Which dead letters {@code form} means. */
  static Map<String, String> whichLetters(ActFields form) {
    return sorted(
        "--id", form.id("id"), "--session", form.id("session"), "--died-of", form.id("died-of"));
  }

  abstract List<String> command(ActFields form);

  private static List<String> about(String id, List<String> words) {
    words.addAll(List.of("--", id));
    return words;
  }

  private static Map<String, String> sorted(String... pairs) {
    Map<String, String> options = new TreeMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      options.put(pairs[i], pairs[i + 1]);
    }
    return options;
  }
}
