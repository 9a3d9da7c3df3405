package io.twinbus.console.acts;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The words of {@code dlq export}, which shows bodies and changes nothing. Stateless. */
public final class LetterExportWords {

  /** How large a file of the console may be; the command line has its own bound. */
  private static final int MAX_MIB = 64;

  private LetterExportWords() {}

  /** The command that says how many letters are meant. */
  public static List<String> plan(ActFields form) {
    List<String> words = new ArrayList<>(List.of("dlq", "list", "--by=REASON", "--scan=2000"));
    addWhich(form, words);
    return words;
  }

  /** The command that writes them to {@code file} under {@code operator}'s name. */
  public static List<String> deed(ActFields form, Path file, String operator) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "dlq",
                "export",
                "--scan=2000",
                "--limit=" + ActKind.MOST_LETTERS,
                "--max-mib=" + MAX_MIB));
    addWhich(form, words);
    words.add("--reason=" + form.reason());
    words.addAll(ActKind.named(operator));
    words.addAll(List.of("--", file.toString()));
    return words;
  }

  private static void addWhich(ActFields form, List<String> words) {
    ActKind.whichLetters(form)
        .forEach(
            (option, value) -> {
              if (!value.isEmpty()) {
                words.add(option + "=" + value);
              }
            });
  }
}
