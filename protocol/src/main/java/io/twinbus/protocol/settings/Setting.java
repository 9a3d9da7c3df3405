package io.twinbus.protocol.settings;

import io.twinbus.protocol.settings.ValueType.Parsed;
import java.util.Locale;
import java.util.Optional;

/**
 * One setting of the catalogue: its name, which values it may have, and what it means.
 *
 * <p>Every setting that a process reads is a constant of {@link ClusterKeys}, {@link LedgerKeys},
 * {@link ReceiverKeys}, {@link SenderKeys} or {@link ToolKeys}, or one of {@link RegionKeys} for a
 * region or {@link QueueKeys} for a queue. Nobody else can make one, so that no key is read past
 * the catalogue.
 *
 * <p>Immutable and thread-safe.
 *
 * @param <T> what its text is read as
 */
public final class Setting<T> {

  private final String name;
  private final ValueType<T> type;
  private final Optional<T> otherwise;
  private final SettingNotes notes;

  Setting(String name, ValueType<T> type, Optional<T> otherwise, SettingNotes notes) {
    this.name = name;
    this.type = type;
    this.otherwise = otherwise;
    this.notes = notes;
  }

  /** The same setting under {@code other}, which stands for one region or queue. */
  Setting<T> named(String other) {
    return new Setting<>(other, type, otherwise, notes);
  }

  /** The key in a configuration file: {@code twinbus.receiver.max-sessions}. */
  public String name() {
    return name;
  }

  /** The environment variable that sets it: {@code TWINBUS_RECEIVER_MAX_SESSIONS}. */
  public String variable() {
    return name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  /** How its value is written. */
  public ValueType<T> type() {
    return type;
  }

  /** The value where none is set; empty for one without a default. */
  public Optional<T> otherwise() {
    return otherwise;
  }

  /** The default as a configuration file would have it. */
  public Optional<String> otherwiseText() {
    return otherwise.map(type::write);
  }

  /** What it means, what happens at its limit, and what else is known of it. */
  public SettingNotes notes() {
    return notes;
  }

  /**
   * Checks a value that a program has given, by the rules for one in a file.
   *
   * @throws InvalidSettingException with one sentence when the setting cannot have it
   */
  public void check(T value) {
    if (type.parse(type.write(value)) instanceof Parsed.Refused<T> refused) {
      throw new InvalidSettingException(sentence(refused));
    }
  }

  /** The sentence for a text that was refused. */
  String sentence(Parsed.Refused<T> refused) {
    return notes.isSecret()
        ? "%s cannot have this value: %s.".formatted(name, refused.advice())
        : "%s %s: %s.".formatted(name, refused.problem(), refused.advice());
  }

  /** What of {@code text} people may see; empty when they may see nothing of it. */
  public Optional<String> shown(String text) {
    return notes.isSecret() ? Optional.empty() : type.shown(text.strip());
  }

  @Override
  public String toString() {
    return name;
  }
}
