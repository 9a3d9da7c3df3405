package io.twinbus.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The checkout's files as texts. */
final class Texts {

  private static final Path ROOT = Path.of("..");

  private Texts() {}

  static String of(String file) throws IOException {
    return Files.readString(path(file));
  }

  static Path path(String file) {
    return ROOT.resolve(file);
  }

  /** The first group of every match of {@code pattern} in {@code text}. */
  static SortedSet<String> all(String pattern, String text) {
    SortedSet<String> found = new TreeSet<>();
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }
}
