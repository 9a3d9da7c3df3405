package io.twinbus.protocol.settings;

import io.twinbus.protocol.settings.ValueType.Parsed;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Configuration as flat keys and texts ({@code twinbus.ledger.endpoint} → {@code https://…}). A
 * reading names a {@link Setting} of the catalogue, gets its value or its default, and answers a
 * mistake with one sentence.
 *
 * <p>A mistake is thrown where it is read, unless {@link #collect} reads: there it is noted, a
 * default stands in, and all are thrown together at the end.
 *
 * <p>Immutable and thread-safe, but for those that {@link #collect} hands to a reading.
 */
public final class FlatSettings {

  private static final String OURS = "twinbus.";
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^}]*}");

  private final SortedMap<String, String> values;

  /** Where mistakes are noted; null: they are thrown. */
  private final @Nullable Mistakes mistakes;

  /** The queue whose own settings go before the shared ones; null: none. */
  private final @Nullable String queue;

  private FlatSettings(
      SortedMap<String, String> values, @Nullable Mistakes mistakes, @Nullable String queue) {
    this.values = values;
    this.mistakes = mistakes;
    this.queue = queue;
  }

  /** Settings with a copy of {@code values}. */
  public static FlatSettings of(Map<String, String> values) {
    return new FlatSettings(new TreeMap<>(values), null, null);
  }

  /**
   * What {@code reading} makes of these settings, all of whose mistakes are told at once. Within
   * another such reading it is a part of that one, which tells them.
   *
   * @throws InvalidSettingException with a sentence for each mistake; what {@code reading} returned
   *     has defaults in their places then, and is dropped
   */
  public <T> T collect(Function<FlatSettings, T> reading) {
    if (mistakes != null) {
      return reading.apply(this);
    }
    Mistakes noted = new Mistakes();
    try {
      T read = reading.apply(new FlatSettings(values, noted, queue));
      if (noted.isEmpty()) {
        return read;
      }
    } catch (InvalidSettingException e) {
      // nothing could stand in for this one, so that the reading ended here
      e.sentences().forEach(noted::add);
    }
    throw noted.toException();
  }

  /**
   * Refuses the value of {@code key}: throws, or notes {@code sentence} unless that value was
   * refused before. Whoever calls it goes on with a default.
   */
  public void refuse(String key, String sentence) {
    if (mistakes == null) {
      throw new InvalidSettingException(sentence);
    }
    mistakes.add(key, sentence);
  }

  /**
   * Refuses values that do not go together: throws, or notes {@code sentence}. To be asked for only
   * where none of them {@link #isRefused}: a default that stands in is nobody's mistake.
   */
  public void refuse(String sentence) {
    if (mistakes == null) {
      throw new InvalidSettingException(sentence);
    }
    mistakes.add(sentence);
  }

  /** Whether the value of one of {@code keys} was refused, and a default stands in for it. */
  public boolean isRefused(String... keys) {
    Mistakes noted = mistakes;
    return noted != null && Stream.of(keys).anyMatch(noted::has);
  }

  /**
   * The value of {@code setting}, if it is set and not blank; empty where it is refused, too.
   *
   * @throws InvalidSettingException when its text is none that the setting can have
   */
  public <T> Optional<T> find(Setting<T> asked) {
    Setting<T> setting = inForce(asked);
    Optional<String> text = text(setting.name());
    if (text.isEmpty()) {
      return Optional.empty();
    }
    if (PLACEHOLDER.matcher(text.get()).find()) {
      refuse(
          setting.name(),
          "%s has a placeholder for something that is not set: set that, or write ${NAME:default}."
              .formatted(setting));
      return Optional.empty();
    }
    Parsed<T> parsed = setting.type().parse(text.get());
    if (parsed instanceof Parsed.Value<T> read) {
      return Optional.of(read.value());
    }
    refuse(setting.name(), setting.sentence((Parsed.Refused<T>) parsed));
    return Optional.empty();
  }

  /**
   * The value of {@code setting}, or its default where it is not set.
   *
   * @throws InvalidSettingException when its text is none that the setting can have
   * @throws IllegalStateException for a setting without a default
   */
  public <T> T get(Setting<T> setting) {
    return find(setting).or(setting::otherwise).orElseThrow(() -> noDefault(setting));
  }

  /**
   * The value of {@code setting}, which must be set; {@code instead} stands in for one that is not.
   *
   * @throws InvalidSettingException when it is not set, or cannot have its text
   */
  public <T> T required(Setting<T> asked, T instead) {
    Setting<T> setting = inForce(asked);
    if (text(setting.name()).isEmpty()) {
      String named = setting.notes().required().orElseThrow(() -> noDefault(setting));
      refuse(setting.name(), "%s is not set: it names %s.".formatted(setting, named));
    }
    return find(asked).orElse(instead);
  }

  /** The same settings as the queue called {@code name} has them. */
  public FlatSettings ofQueue(String name) {
    return new FlatSettings(values, mistakes, name);
  }

  /** The queue whose settings these are; empty for those that all queues share. */
  public Optional<String> queue() {
    return Optional.ofNullable(queue);
  }

  /**
   * The setting that holds here where {@code shared} is asked for: the queue's own, where it is
   * set.
   */
  public <T> Setting<T> inForce(Setting<T> shared) {
    if (queue == null) {
      return shared;
    }
    return QueueKeys.of(shared, queue)
        .filter(own -> QueueKeys.isEntity(shared) || text(own.name()).isPresent())
        .orElse(shared);
  }

  /**
   * The constant of {@code type} that the value of {@code setting}, or its default, names.
   *
   * @throws InvalidSettingException when its text is none of the setting's words
   */
  public <E extends Enum<E>> E choice(Setting<String> setting, Class<E> type) {
    return Enum.valueOf(type, get(setting).toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  private static IllegalStateException noDefault(Setting<?> setting) {
    return new IllegalStateException(setting + " has no default.");
  }

  /** Refuses the value of {@code setting}, as {@link #refuse(String, String)} does. */
  public void refuse(Setting<?> setting, String sentence) {
    refuse(inForce(setting).name(), sentence);
  }

  /** Whether the value of one of {@code settings} was refused, and a default stands in for it. */
  public boolean isRefused(Setting<?>... settings) {
    return isRefused(
        Stream.of(settings).map(this::inForce).map(Setting::name).toArray(String[]::new));
  }

  /**
   * Refuses each key below {@code twinbus} that names no setting.
   *
   * @throws InvalidSettingException with one sentence for each, unless {@link #collect} notes them
   */
  public void refuseUnknown() {
    var unused =
        collect(
            all -> {
              values.keySet().stream()
                  .filter(key -> key.startsWith(OURS) && text(key).isPresent())
                  .filter(key -> SettingCatalogue.find(key).isEmpty())
                  .forEach(key -> all.refuse(key, SettingCatalogue.unknown(key)));
              return all;
            });
  }

  /** All that is set, for people to see: nothing that is secret or may be. */
  public List<ShownSetting> shown() {
    return values.keySet().stream()
        .filter(key -> text(key).isPresent())
        .map(key -> new ShownSetting(key, SettingCatalogue.find(key).isPresent(), shown(key)))
        .toList();
  }

  private Optional<String> shown(String key) {
    return SettingCatalogue.find(key).flatMap(setting -> text(key).flatMap(setting::shown));
  }

  /**
   * Every value as it was given, secrets among them: to hand these settings on to a process of
   * one's own. For people there is {@link #shown()}.
   */
  public SortedMap<String, String> revealed() {
    return new TreeMap<>(values);
  }

  /** The same settings with {@code others} in place of those under the same keys. */
  public FlatSettings with(Map<String, String> others) {
    SortedMap<String, String> both = new TreeMap<>(values);
    both.putAll(others);
    return new FlatSettings(both, mistakes, queue);
  }

  /** The same settings without those whose keys begin with {@code prefix}. */
  public FlatSettings without(String prefix) {
    SortedMap<String, String> rest = new TreeMap<>(values);
    rest.keySet().removeIf(key -> key.startsWith(prefix));
    return new FlatSettings(rest, mistakes, queue);
  }

  private Optional<String> text(String key) {
    return Optional.ofNullable(values.get(key)).map(String::strip).filter(text -> !text.isEmpty());
  }

  /** Whether there is a text at {@code key} itself, be it blank. */
  boolean isGiven(String key) {
    return values.containsKey(key);
  }

  /** The names directly below {@code prefix}: for {@code twinbus.regions}, the regions' names. */
  public SortedSet<String> names(String prefix) {
    SortedSet<String> names = new TreeSet<>();
    for (String key : values.tailMap(prefix + ".").keySet()) {
      if (!key.startsWith(prefix + ".")) {
        break;
      }
      names.add(key.substring(prefix.length() + 1).split("\\.", 2)[0]);
    }
    return names;
  }
}
