package io.twinbus.receiver.admin;

import io.twinbus.protocol.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bearer tokens that the admin pages accept: none, those of a setting, or those that a file
 * holds at the moment.
 *
 * <p>A text holds one token, or several with white space between them while one replaces another. A
 * file is read for each request, so a token is changed without a restart. While the file cannot be
 * read, or has more than {@value #MOST_BYTES} bytes, no token is accepted. Tokens below {@value
 * #SHORTEST} characters are never accepted. Thread-safe.
 */
public final class AdminTokens {

  /** The length of the shortest token that is accepted, in characters. */
  public static final int SHORTEST = 16;

  private static final Logger LOG = LoggerFactory.getLogger(AdminTokens.class);
  private static final int MOST_BYTES = 4_096;

  private final boolean areRequired;
  private final Source source;

  private AdminTokens(boolean areRequired, Source source) {
    this.areRequired = areRequired;
    this.source = source;
  }

  /** Where the tokens' text comes from. */
  private interface Source {
    String read() throws IOException;
  }

  /** No request needs a token. */
  public static AdminTokens none() {
    return new AdminTokens(false, () -> "");
  }

  /** The tokens in {@code text}. */
  public static AdminTokens of(Secret text) {
    return new AdminTokens(true, text::reveal);
  }

  /** The tokens that {@code file} holds when a request arrives. */
  public static AdminTokens inFile(Path file) {
    return new AdminTokens(
        true,
        () -> {
          try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            // The part of a token that is within the bound would be a token of its own.
            if (bytes.length > MOST_BYTES) {
              throw new IOException("It has more than %d bytes.".formatted(MOST_BYTES));
            }
            return new String(bytes, StandardCharsets.UTF_8);
          }
        });
  }

  /** Whether a request needs a token at all. */
  boolean areRequired() {
    return areRequired;
  }

  /** The tokens that are accepted now. */
  List<Secret> current() {
    try {
      return Arrays.stream(source.read().strip().split("\\s+"))
          .filter(token -> token.length() >= SHORTEST)
          .map(Secret::new)
          .toList();
    } catch (IOException e) {
      LOG.warn(
          "The file of the admin tokens cannot be read ({}): no request is answered.",
          e.toString());
      return List.of();
    }
  }
}
