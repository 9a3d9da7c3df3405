package io.twinbus.rehearsal.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.twinbus.rehearsal.sink.SinkCall;
import io.twinbus.testkit.history.Defect;
import io.twinbus.testkit.history.Findings;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Follows the chain of {@code before} and {@code after} through the effects, from their bodies. */
final class Chain {

  private final Map<String, JsonNode> ends = new HashMap<>();
  private final Set<String> applied = new HashSet<>();

  void effect(SinkCall call, Findings findings) {
    Optional<Link> link = Link.in(call.body().utf8());
    if (link.isEmpty() || !applied.add(call.session() + '\u0000' + call.id())) {
      return; // a repeat writes what is there already
    }
    JsonNode end = ends.getOrDefault(call.session(), NullNode.instance);
    if (!link.get().before().equals(end)) {
      findings.add(
          Defect.BROKEN_CHAIN,
          "%s of session '%s' starts from %s, but the session stands at %s."
              .formatted(call.id(), call.session(), link.get().before(), end));
    }
    ends.put(call.session(), link.get().after());
  }

  void compareEnds(Map<String, String> blobs, Findings findings) {
    Set<String> paths = new HashSet<>(blobs.keySet());
    paths.addAll(ends.keySet());
    for (String path : paths) {
      JsonNode end = ends.getOrDefault(path, NullNode.instance);
      String blob = blobs.get(path);
      if (blob == null ? !end.isNull() : !blob.equals(end.textValue())) {
        findings.add(
            Defect.WRONG_END,
            "'%s' ends on %s, but the repository has %s.".formatted(path, end, blob));
      }
    }
  }
}
