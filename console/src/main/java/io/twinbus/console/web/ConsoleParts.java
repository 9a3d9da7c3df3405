package io.twinbus.console.web;

import io.twinbus.console.commands.CommandRuns;
import io.twinbus.console.view.Templates;
import io.twinbus.console.watch.Board;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What every page is made of.
 *
 * <p>Immutable; thread-safe as its parts are.
 *
 * @param board the last look
 * @param runs the operators' commands
 * @param templates the templates
 * @param viewers who watches
 * @param now the present
 * @param rights what visitors may do
 */
public record ConsoleParts(
    Supplier<Board> board,
    CommandRuns runs,
    Templates templates,
    Viewers viewers,
    Supplier<Instant> now,
    Rights rights) {

  /**
   * What visitors may do.
   *
   * @param acts whether they may act
   * @param formToken what forms carry, so that no page of another site can send one
   */
  public record Rights(boolean acts, String formToken) {

    /** Whether a form that carries {@code token} was made by this console. */
    boolean isFormOfOurs(@Nullable String token) {
      return token != null
          && MessageDigest.isEqual(
              token.getBytes(StandardCharsets.UTF_8), formToken.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
      return "Rights[acts=%s]".formatted(acts);
    }
  }
}
