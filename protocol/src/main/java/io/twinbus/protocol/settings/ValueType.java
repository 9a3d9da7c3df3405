package io.twinbus.protocol.settings;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How the value of a setting is written, and which values it may have.
 *
 * <p>Immutable and thread-safe.
 *
 * @param <T> what the text is read as
 */
public sealed interface ValueType<T>
    permits ChoiceType, DurationType, FlagType, HostType, IntegerType, TextType, UrlType {

  /** What reading a text comes to. */
  sealed interface Parsed<T> {

    /** The text stands for {@code value}. */
    record Value<T>(T value) implements Parsed<T> {}

    /**
     * The setting cannot have this text.
     *
     * @param problem what is wrong, a verb first: {@code is 'soon'}
     * @param advice what to write instead: {@code give 0s to 7d}
     */
    record Refused<T>(String problem, String advice) implements Parsed<T> {}
  }

  /** Reads {@code text}, which is neither blank nor padded. */
  Parsed<T> parse(String text);

  /** Writes {@code value} as a configuration file has it. */
  String write(T value);

  /** What the values are, for the documentation: {@code duration, 0s to 7d}. */
  String inWords();

  /** The part of {@code text} that people may see: by default all of it, if it can be read. */
  default Optional<String> shown(String text) {
    return parse(text) instanceof Parsed.Value<T> ? Optional.of(text) : Optional.empty();
  }

  /** Any text. */
  static ValueType<String> text() {
    return new TextType("text");
  }

  /** Any text, which the documentation calls {@code inWords}. */
  static ValueType<String> text(String inWords) {
    return new TextType(inWords);
  }

  /** A host name, with a port or without. */
  static ValueType<String> host() {
    return new HostType();
  }

  /** An http or https address; {@code advice} says which one to give. */
  static ValueType<URI> url(String advice) {
    return new UrlType(advice);
  }

  /** A whole number from {@code least} to {@code most}. */
  static ValueType<Integer> integer(int least, int most) {
    return new IntegerType(least, most);
  }

  /** A duration from {@code least} to {@code most}. */
  static ValueType<Duration> duration(Duration least, Duration most) {
    return new DurationType(least, most);
  }

  /** True or false. */
  static ValueType<Boolean> flag() {
    return new FlagType();
  }

  /** One of {@code words}, the names of an enum's constants in lower case with hyphens. */
  static ValueType<String> choice(String... words) {
    return new ChoiceType(List.of(words));
  }
}
