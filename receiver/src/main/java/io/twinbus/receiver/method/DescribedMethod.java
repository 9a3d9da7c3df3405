package io.twinbus.receiver.method;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A method that handles messages, as the framework that found it describes it.
 *
 * <p>Immutable and thread-safe.
 *
 * @param name the class and the method, for sentences
 * @param arguments its arguments, in their order
 * @param answer what it returns
 * @param thrown what its exceptions mean
 */
public record DescribedMethod(
    String name, List<Argument> arguments, Answer answer, ThrownRule thrown) {

  /** Copies the list. */
  public DescribedMethod {
    arguments = List.copyOf(arguments);
  }

  /** Reads a body as the type that one argument has. Thread-safe. */
  @FunctionalInterface
  public interface BodyReader {

    /**
     * What {@code body} says.
     *
     * @throws IOException when the body does not say it; the text becomes part of a dead letter
     */
    @Nullable Object read(byte[] body) throws IOException;
  }

  /**
   * One argument.
   *
   * @param type its type without its type arguments
   * @param json reads a body as that type; asked for only where the type says no more than that.
   *     Throws an {@link io.twinbus.protocol.settings.InvalidSettingException} where nothing can
   */
  public record Argument(Class<?> type, Supplier<BodyReader> json) {}

  /**
   * What the method returns.
   *
   * @param type the type without its type arguments
   * @param of of a stage: what the stage brings, where it says so
   * @param text the type as a person writes it
   */
  public record Answer(Class<?> type, Optional<Class<?>> of, String text) {}
}
