package io.twinbus.rehearsal.incident;

import io.twinbus.rehearsal.sink.AppliedEffect;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * In which order the messages of each session took effect, each counted once; the number of a
 * message stands behind the last hyphen of its id.
 *
 * @param messages how many messages took effect
 * @param broken how many sessions did not have theirs in ascending order
 */
record EffectOrder(int messages, int broken) {

  static EffectOrder of(List<AppliedEffect> effects) {
    Set<String> seen = new HashSet<>();
    Set<String> broken = new HashSet<>();
    Map<String, Integer> last = new HashMap<>();
    for (AppliedEffect effect : effects) {
      String id = effect.call().id();
      if (seen.add(id)) {
        int number = Integer.parseInt(id.substring(id.lastIndexOf('-') + 1));
        Integer before = last.put(effect.call().session(), number);
        if (before != null && before > number) {
          broken.add(effect.call().session());
        }
      }
    }
    return new EffectOrder(seen.size(), broken.size());
  }
}
