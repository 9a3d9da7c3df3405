package io.twinbus.local.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A part of docs/local.md that a test writes, between two marks. */
public final class PageSection {
  private static final Path PAGE = Path.of("..", "docs", "local.md");
  private static final String WRITE = "conformance.write";

  private final String begin;
  private final String end;

  private PageSection(String begin, String end) {
    this.begin = begin;
    this.end = end;
  }

  /** The part of this title that a test class writes. */
  public static PageSection of(String title, Class<?> writer) {
    return new PageSection(
        "<!-- %s, written by %s: begin -->\n".formatted(title, writer.getSimpleName()),
        "<!-- %s: end -->\n".formatted(title));
  }

  /** Asserts that the page has this text there; with the property it is written first. */
  public void shows(String text) throws IOException {
    String page = Files.readString(PAGE);
    int from = page.indexOf(begin) + begin.length();
    int to = page.indexOf(end);
    assertThat(to).as("the page marks where the part stands").isGreaterThanOrEqualTo(from);

    String expected = page.substring(0, from) + text + page.substring(to);
    if (Boolean.getBoolean(WRITE)) {
      Files.writeString(PAGE, expected);
    }

    assertThat(Files.readString(PAGE))
        .as("docs/local.md; run this test with -D%s=true to write it", WRITE)
        .isEqualTo(expected);
  }
}
