package io.twinbus.console;

import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/**
 * A running system whose console stands behind a proxy, allows acts, and asks for a reader's or an
 * operator's token.
 */
public final class ProxiedSystem {

  /** The readers' token. */
  public static final String READERS = "readers-token-0123456789";

  /** The operators' token. */
  public static final String OPERATORS = "operators-token-0123456789";

  /** What a reader's browser sends. */
  public static final String READER = basic("rita", READERS);

  /** What an operator's browser sends. */
  public static final String OPERATOR = basic("olga", OPERATORS);

  private static final Duration BOUND = Duration.ofSeconds(60);

  private ProxiedSystem() {}

  /** Starts it, with more settings for the receivers and a token file in {@code directory}. */
  public static RunningSystem start(Path directory, Map<String, String> receivers)
      throws Exception {
    Path tokens =
        Files.writeString(
            directory.resolve("tokens"),
            "# who may what\nreader %s\noperator %s\noperator short\n"
                .formatted(READERS, OPERATORS));
    RunningSystem system =
        RunningSystem.start(
            receivers,
            new ConsoleAccess(
                true,
                ConsoleAccess.LOOPBACK,
                Optional.of(URI.create("https://twinbus.example.com")),
                Optional.of(tokens)));
    await()
        .atMost(BOUND)
        .until(() -> system.get("/", OPERATOR).body().contains("Its queue answers, and its rec"));
    return system;
  }

  /** The {@code Authorization} of a person with a token. */
  public static String basic(String name, String token) {
    return "Basic "
        + Base64.getEncoder().encodeToString((name + ":" + token).getBytes(StandardCharsets.UTF_8));
  }
}
