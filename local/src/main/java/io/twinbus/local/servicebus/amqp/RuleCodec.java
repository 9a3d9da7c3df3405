package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.rules.BooleanFilter;
import io.twinbus.local.servicebus.rules.CorrelationFilter;
import io.twinbus.local.servicebus.rules.InvalidRuleException;
import io.twinbus.local.servicebus.rules.RuleFilter;
import io.twinbus.local.servicebus.rules.RuleSettings;
import io.twinbus.local.servicebus.rules.SqlAction;
import io.twinbus.local.servicebus.rules.SqlFilter;
import io.twinbus.local.servicebus.rules.SystemProperty;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.qpid.proton.amqp.DescribedType;
import org.apache.qpid.proton.amqp.UnknownDescribedType;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.jspecify.annotations.Nullable;

/** Rules as management requests carry them in, as maps, and out, as described lists. */
final class RuleCodec {
  private static final long RULE_DESCRIPTION = 0x13700000004L;
  private static final long EMPTY_ACTION = 0x13700000005L;
  private static final long SQL_ACTION = 0x13700000006L;
  private static final long SQL_FILTER = 0x1370000006L;
  private static final long TRUE_FILTER = 0x1370000007L;
  private static final long FALSE_FILTER = 0x1370000008L;
  private static final long CORRELATION_FILTER = 0x1370000009L;

  private RuleCodec() {}

  /**
   * The rule of a description.
   *
   * @throws InvalidRuleException if it is none that is emulated
   */
  static RuleSettings rule(String name, Map<?, ?> description) {
    RuleSettings rule = RuleSettings.of(name, filter(description));
    String action = expression(description.get("sql-rule-action"));
    return action == null ? rule : rule.withAction(SqlAction.of(action));
  }

  /**
   * The filter of a description.
   *
   * @throws InvalidRuleException if there is none, or none that is emulated
   */
  private static RuleFilter filter(Map<?, ?> description) {
    String sql = expression(description.get("sql-filter"));
    if (sql != null) {
      return SqlFilter.of(sql);
    }
    if (description.get("correlation-filter") instanceof Map<?, ?> correlation) {
      return correlation(correlation);
    }
    if (description.containsKey("true-filter")) {
      return BooleanFilter.TRUE;
    }
    if (description.containsKey("false-filter")) {
      return BooleanFilter.FALSE;
    }
    throw new InvalidRuleException("A rule needs a SQL filter or a correlation filter.");
  }

  /** A rule as clients read it. */
  static DescribedType described(RuleSettings rule) {
    SqlAction action = rule.action();
    return described(
        RULE_DESCRIPTION,
        described(rule.filter()),
        action == null ? described(EMPTY_ACTION) : described(SQL_ACTION, action.expression()),
        rule.name());
  }

  private static @Nullable String expression(@Nullable Object value) {
    return value instanceof Map<?, ?> map && map.get("expression") instanceof String text
        ? text
        : null;
  }

  private static CorrelationFilter correlation(Map<?, ?> from) {
    Map<SystemProperty, String> system = new EnumMap<>(SystemProperty.class);
    for (SystemProperty property : SystemProperty.values()) {
      if (from.get(key(property)) instanceof String text) {
        system.put(property, text);
      }
    }
    Map<String, @Nullable Object> user = new HashMap<>();
    if (from.get("properties") instanceof Map<?, ?> properties) {
      properties.forEach((name, value) -> user.put(String.valueOf(name), value));
    }
    return new CorrelationFilter(system, user);
  }

  private static String key(SystemProperty property) {
    return property.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static DescribedType described(RuleFilter filter) {
    if (filter instanceof SqlFilter sql) {
      return described(SQL_FILTER, sql.expression());
    }
    if (filter instanceof CorrelationFilter correlation) {
      Map<SystemProperty, String> system = correlation.system();
      return described(
          CORRELATION_FILTER,
          system.get(SystemProperty.CORRELATION_ID),
          system.get(SystemProperty.MESSAGE_ID),
          system.get(SystemProperty.TO),
          system.get(SystemProperty.REPLY_TO),
          system.get(SystemProperty.LABEL),
          system.get(SystemProperty.SESSION_ID),
          system.get(SystemProperty.REPLY_TO_SESSION_ID),
          system.get(SystemProperty.CONTENT_TYPE),
          correlation.user());
    }
    return described(filter == BooleanFilter.TRUE ? TRUE_FILTER : FALSE_FILTER);
  }

  private static DescribedType described(long code, @Nullable Object... values) {
    List<@Nullable Object> list = new ArrayList<>(Arrays.asList(values));
    return new UnknownDescribedType(UnsignedLong.valueOf(code), list);
  }
}
