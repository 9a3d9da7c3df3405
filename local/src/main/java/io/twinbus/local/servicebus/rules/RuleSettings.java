package io.twinbus.local.servicebus.rules;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A rule of a subscription: messages that fulfil its filter get there. With an action, a message
 * gets there as a copy of its own, changed and marked with the rule's name. Immutable.
 *
 * @param name up to 50 letters, digits, periods, hyphens and underscores, or {@code $Default}
 * @param filter which messages
 * @param action what it changes of them; null: nothing
 */
public record RuleSettings(String name, RuleFilter filter, @Nullable SqlAction action) {
  /** The name of the rule that a subscription has when no other is given. */
  public static final String DEFAULT_NAME = "$Default";

  /** The rule that lets every message through. */
  public static final RuleSettings DEFAULT = of(DEFAULT_NAME, BooleanFilter.TRUE);

  private static final int LONGEST = 50;
  private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9._-]+");

  /**
   * Checks the name.
   *
   * @throws InvalidRuleException in one sentence
   */
  public RuleSettings {
    boolean isDefault = name.equalsIgnoreCase(DEFAULT_NAME);
    if (!isDefault && (name.length() > LONGEST || !ALLOWED.matcher(name).matches())) {
      throw new InvalidRuleException(
          "The rule '"
              + name
              + "' needs a name of 1 to 50 letters, digits, periods, hyphens and underscores.");
    }
  }

  /** A rule without an action. */
  public static RuleSettings of(String name, RuleFilter filter) {
    return new RuleSettings(name, filter, null);
  }

  /** A rule with a condition in the service's dialect of SQL. */
  public static RuleSettings sql(String name, String expression) {
    return of(name, SqlFilter.of(expression));
  }

  /** The same with an action. */
  public RuleSettings withAction(SqlAction value) {
    return new RuleSettings(name, filter, value);
  }

  /** The name as rules are looked up: case does not matter. */
  public String key() {
    return name.toLowerCase(Locale.ROOT);
  }
}
