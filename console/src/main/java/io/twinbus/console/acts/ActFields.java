package io.twinbus.console.acts;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a form about an act carries.
 *
 * <p>Immutable and thread-safe.
 *
 * @param values by field; a field that is missing is empty
 */
public record ActFields(Map<String, String> values) {

  /** The fields of the forms themselves: their tokens, and which step they are. */
  private static final Set<String> OF_FORMS = Set.of("token", "plan", "step");

  private static final String PLANNED = "planned";

  /** Copies {@code values}. */
  public ActFields {
    values = Map.copyOf(values);
  }

  /** The value of {@code field}, without white space around it; empty where there is none. */
  public String get(String field) {
    return values.getOrDefault(field, "").strip();
  }

  /** The id in {@code field}, as it is: white space belongs to an id. */
  public String id(String field) {
    return values.getOrDefault(field, "");
  }

  /** What they say about the act: its target, its options, its reason. */
  public Map<String, String> about() {
    Map<String, String> about = new TreeMap<>(values);
    about.keySet().removeAll(OF_FORMS);
    return about;
  }

  /** The same, to be confirmed as {@code effect}; empty: the plan names none. */
  public ActFields planned(String effect) {
    Map<String, String> bound = new TreeMap<>(values);
    bound.put(PLANNED, effect);
    return new ActFields(bound);
  }

  /** The effect that was planned, and is confirmed; empty where there is no plan yet. */
  String planned() {
    return get(PLANNED);
  }

  /** The reason. */
  public String reason() {
    return get("reason");
  }

  /** {@code command}, with those of {@code options} that have a value, and the reason. */
  List<String> words(List<String> command, Map<String, String> options) {
    List<String> words = new ArrayList<>(command);
    options.forEach(
        (option, value) -> {
          if (!value.isEmpty()) {
            words.add(option + "=" + value);
          }
        });
    words.add("--reason=" + reason());
    return words;
  }
}
