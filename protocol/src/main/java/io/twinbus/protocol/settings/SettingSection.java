package io.twinbus.protocol.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The settings with one prefix, in the order of their definition.
 *
 * <p>A definition ends with {@code otherwise}, {@code optional} or {@code required}, which puts the
 * setting into the section: none can be declared and left out of the catalogue. Filled while its
 * class is initialised, and only read after that.
 */
public final class SettingSection {

  private final String title;
  private final String prefix;
  private final String purpose;
  private final List<Setting<?>> settings = new ArrayList<>();

  SettingSection(String title, String prefix, String purpose) {
    this.title = title;
    this.prefix = prefix;
    this.purpose = purpose;
  }

  /** Its heading. */
  public String title() {
    return title;
  }

  /** What all its names begin with: {@code twinbus.receiver.}. */
  public String prefix() {
    return prefix;
  }

  /** What the settings are for, one sentence. */
  public String purpose() {
    return purpose;
  }

  /** Its settings, in the order of their definition. */
  public List<Setting<?>> settings() {
    return List.copyOf(settings);
  }

  <T> Definition<T> define(String name, ValueType<T> type, String meaning) {
    return new Definition<>(this, prefix + name, type, SettingNotes.of(meaning));
  }

  /** A setting that is being defined. */
  record Definition<T>(SettingSection section, String name, ValueType<T> type, SettingNotes notes) {

    Definition<T> unit(String counted) {
      return with(notes.withUnit(counted));
    }

    Definition<T> atLimit(String sentence) {
      return with(notes.withAtLimit(sentence));
    }

    Definition<T> secret() {
      return with(notes.secret());
    }

    private Definition<T> with(SettingNotes other) {
      return new Definition<>(section, name, type, other);
    }

    Setting<T> otherwise(T value) {
      return put(notes, Optional.of(value));
    }

    Setting<T> optional() {
      return put(notes, Optional.empty());
    }

    /** {@code named} completes the sentence "… is not set: it names …". */
    Setting<T> required(String named) {
      return put(notes.requiredAs(named), Optional.empty());
    }

    private Setting<T> put(SettingNotes complete, Optional<T> otherwise) {
      Setting<T> setting = new Setting<>(name, type, otherwise, complete);
      section.settings.add(setting);
      return setting;
    }
  }
}
