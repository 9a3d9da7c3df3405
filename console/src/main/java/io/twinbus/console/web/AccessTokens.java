package io.twinbus.console.web;

import io.twinbus.protocol.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The tokens in a file, each line a role and a token: {@code reader TOKEN} or {@code operator
 * TOKEN}. Several of one role are accepted while one takes the place of another.
 *
 * <p>The file is read for each request, so a token is changed without a restart. While it cannot be
 * read, or has more than {@value #MOST_BYTES} bytes, no token is accepted; one below {@value
 * #SHORTEST} characters never is. Thread-safe.
 */
public final class AccessTokens {

  /** The length of the shortest token that is accepted, in characters. */
  public static final int SHORTEST = 16;

  private static final int MOST_BYTES = 4_096;
  private static final Pattern LINE =
      Pattern.compile(
          "^[ \\t]*(reader|operator)[ \\t]+(\\S{%d,})[ \\t]*$".formatted(SHORTEST),
          Pattern.MULTILINE);

  private final Path file;

  private record Known(Role role, Secret token) {}

  /** The tokens in {@code file}. */
  public AccessTokens(Path file) {
    this.file = file;
  }

  /** Whether the file can be read now, and has a token. */
  public boolean hasAny() {
    return !current().isEmpty();
  }

  /** The role of {@code brought}; empty: it is no token. It takes as long for a wrong one. */
  Optional<Role> role(Secret brought) {
    byte[] bytes = brought.reveal().getBytes(StandardCharsets.UTF_8);
    @Nullable Role role = null;
    for (Known known : current()) {
      boolean isThat =
          MessageDigest.isEqual(bytes, known.token().reveal().getBytes(StandardCharsets.UTF_8));
      role = isThat && role != Role.OPERATOR ? known.role() : role;
    }
    return Optional.ofNullable(role);
  }

  private List<Known> current() {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MOST_BYTES + 1);
    } catch (IOException e) {
      return List.of();
    }
    // The part of a token that is within the bound would be a token of its own.
    if (bytes.length > MOST_BYTES) {
      return List.of();
    }
    List<Known> known = new ArrayList<>();
    Matcher lines = LINE.matcher(new String(bytes, StandardCharsets.UTF_8));
    while (lines.find()) {
      Role role = lines.group(1).equals("operator") ? Role.OPERATOR : Role.READER;
      known.add(new Known(role, new Secret(lines.group(2))));
    }
    return known;
  }
}
