package io.twinbus.local.conformance;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.junit.platform.commons.support.ReflectionSupport;

/** The suite as docs/local.md shows it: a section for each class, a row for each rule. */
final class RuleTable {
  private final List<Class<?>> classes;

  private RuleTable(List<Class<?>> classes) {
    this.classes = classes;
  }

  /** All that this package and those below it hold. */
  static RuleTable ofTheSuite() {
    List<Class<?>> found =
        ReflectionSupport.findAllClassesInPackage(
            RuleTable.class.getPackageName(),
            type -> type.isAnnotationPresent(RuleSet.class),
            name -> true);
    List<Class<?>> sorted = new ArrayList<>(found);
    sorted.sort(Comparator.comparing((Class<?> type) -> set(type).value()));
    return new RuleTable(sorted);
  }

  List<Class<?>> classes() {
    return classes;
  }

  List<Rule> rules() {
    return classes.stream().flatMap(type -> methods(type).stream()).map(RuleTable::rule).toList();
  }

  String markdown() {
    StringBuilder text = new StringBuilder();
    for (Class<?> type : classes) {
      text.append("\n### ").append(set(type).value()).append("\n\n");
      text.append("| rule | | test in `")
          .append(type.getSimpleName())
          .append("` |\n|---|---|---|\n");
      for (Method method : methods(type)) {
        Rule rule = rule(method);
        text.append("| ")
            .append(rule.text().replace("|", "\\|"))
            .append(" ([doc](")
            .append(rule.doc())
            .append(")) | `")
            .append(rule.id())
            .append("` | `")
            .append(method.getName())
            .append("` |\n");
      }
      if (set(type).notEmulated().length > 0) {
        text.append("\nNot emulated:\n\n");
        for (String line : set(type).notEmulated()) {
          text.append("- ").append(line).append("\n");
        }
      }
    }
    return text.append("\n").toString();
  }

  private static RuleSet set(Class<?> type) {
    return Objects.requireNonNull(type.getAnnotation(RuleSet.class));
  }

  private static Rule rule(Method method) {
    return Objects.requireNonNull(method.getAnnotation(Rule.class));
  }

  private static List<Method> methods(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> method.isAnnotationPresent(Rule.class))
        .sorted(Comparator.comparing(method -> rule(method).id()))
        .toList();
  }
}
