package io.twinbus.local.servicebus;

import static io.twinbus.local.servicebus.InvalidEndpointSettingException.unless;

import java.util.Locale;
import java.util.regex.Pattern;

/** The rule for names of entities, and how they are looked up. */
final class EntityName {
  static final int LONGEST = 260;
  static final int LONGEST_OF_A_SUBSCRIPTION = 50;

  private static final Pattern ALLOWED =
      Pattern.compile("[A-Za-z0-9_]([A-Za-z0-9_./-]*[A-Za-z0-9_])?");

  private EntityName() {}

  static void check(String kind, String name, int longest) {
    unless(
        name.length() <= longest && ALLOWED.matcher(name).matches(),
        "The " + kind + " '" + name + "'",
        "needs a name of 1 to "
            + longest
            + " letters, digits, periods, hyphens, underscores and slashes, with a letter or digit"
            + " at both ends");
  }

  /** The name as entities are looked up: case does not matter. */
  static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
