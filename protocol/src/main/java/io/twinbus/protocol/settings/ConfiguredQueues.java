package io.twinbus.protocol.settings;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The queues that a configuration names: each with its name and the settings as that queue has
 * them.
 *
 * <p>{@code twinbus.queue}, or a topic with its subscription, is the short form for one: its name
 * is the entity's. Immutable and thread-safe.
 */
public final class ConfiguredQueues {

  /** How many queues one process may serve. */
  public static final int MOST = 64;

  private static final Pattern NAME = Pattern.compile("[a-z0-9](?:[a-z0-9-]{0,48}[a-z0-9])?");

  private ConfiguredQueues() {}

  /**
   * Each queue's settings, by its name.
   *
   * @throws InvalidSettingException with one sentence for each mistake
   */
  public static SortedMap<String, FlatSettings> of(FlatSettings flat) {
    SortedSet<String> names = flat.names(QueueKeys.QUEUES);
    SortedMap<String, FlatSettings> queues = new TreeMap<>();
    refuseNone(flat);
    if (flat.queue().isPresent() || names.isEmpty()) {
      queues.put(flat.queue().orElseGet(() -> nameOf(EntitySettings.named(flat))), flat);
      return queues;
    }
    var unused = flat.collect(all -> checked(all, names));
    names.forEach(name -> queues.put(name, flat.ofQueue(name)));
    return queues;
  }

  private static SortedSet<String> checked(FlatSettings flat, SortedSet<String> names) {
    refuseBothForms(flat);
    if (names.size() > MOST) {
      flat.refuse(
          "%s names %d queues: one process serves at most %d; give each group of queues a process."
              .formatted(QueueKeys.QUEUES, names.size(), MOST));
    }
    Map<String, String> entities = new HashMap<>();
    for (String name : names) {
      if (!NAME.matcher(name).matches()) {
        flat.refuse(
            "%s.%s: the name of a queue here is 1 to 50 letters a-z, digits and hyphens; the"
                    .formatted(QueueKeys.QUEUES, name)
                + " broker's queue may be called otherwise, by the setting `queue`.");
      }
      EntitySettings entity = EntitySettings.from(flat.ofQueue(name));
      String twin = entities.put(nameOf(entity).toLowerCase(Locale.ROOT), name);
      if (twin != null) {
        flat.refuse(
            "The queues %s and %s are both %s: keep one of them."
                .formatted(twin, name, entity.inWords()));
      }
    }
    return names;
  }

  /**
   * The settings as one queue has them: the one called {@code name}, or the only one there is.
   *
   * @param option how the caller's user names a queue, such as {@code --queue}
   * @throws InvalidSettingException with one sentence that names the queues, when none or another
   *     one is meant
   */
  public static FlatSettings one(FlatSettings flat, Optional<String> name, String option) {
    SortedMap<String, FlatSettings> queues = of(flat);
    if (name.isEmpty()) {
      if (queues.size() == 1) {
        return queues.values().iterator().next();
      }
      throw new InvalidSettingException(
          "The configuration has the queues %s: say which one is meant, with %s."
              .formatted(String.join(", ", queues.keySet()), option));
    }
    FlatSettings found = queues.get(name.get());
    if (found == null) {
      throw new InvalidSettingException(
          "There is no queue '%s': the configuration has %s."
              .formatted(name.get(), String.join(", ", queues.keySet())));
    }
    return found;
  }

  /** Queues that name none: the queue of the short form is not what is meant. */
  static void refuseNone(FlatSettings flat) {
    if (flat.isGiven(QueueKeys.QUEUES) && flat.names(QueueKeys.QUEUES).isEmpty()) {
      flat.refuse(
          QueueKeys.QUEUES,
          "%1$s names no queue: name one below it, as in %1$s.orders.queue, or leave %1$s out."
              .formatted(QueueKeys.QUEUES));
    }
  }

  private static void refuseBothForms(FlatSettings flat) {
    for (Setting<String> entity :
        List.of(ClusterKeys.QUEUE, ClusterKeys.TOPIC, ClusterKeys.SUBSCRIPTION)) {
      if (flat.find(entity).isPresent()) {
        flat.refuse(
            entity,
            "%s is set, and so is %s: %s is the short form for one queue; keep one of the two."
                .formatted(entity, QueueKeys.QUEUES, entity));
      }
    }
  }

  private static String nameOf(EntitySettings entity) {
    return entity.subscription().map(of -> entity.name() + "/" + of).orElse(entity.name());
  }
}
