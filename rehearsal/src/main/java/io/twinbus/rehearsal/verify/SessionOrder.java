package io.twinbus.rehearsal.verify;

import io.twinbus.rehearsal.input.InputMessage;
import io.twinbus.rehearsal.sink.HandlerCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One session: the order of its input, and what the effects so far say about it. */
final class SessionOrder {

  private final String session;
  private final List<InputMessage> messages = new ArrayList<>();
  private final Map<String, Integer> positions = new HashMap<>();
  private final List<@Nullable HandlerCall> lastCalls = new ArrayList<>();
  private int furthest = -1;

  SessionOrder(String session) {
    this.session = session;
  }

  void expect(InputMessage message) {
    positions.put(message.id().value(), messages.size());
    messages.add(message);
    lastCalls.add(null);
  }

  void effect(HandlerCall call, Findings findings) {
    Integer position = positions.get(call.id());
    if (position == null) {
      findings.add(Defect.STRANGER, "Effect %s is no message of the input.".formatted(name(call)));
      return;
    }
    if (!call.body().utf8().equals(messages.get(position).body())) {
      findings.add(Defect.ALTERED, "The body of %s is not what was sent.".formatted(name(call)));
    }
    if (position < furthest) {
      findings.add(
          Defect.OUT_OF_ORDER,
          "%s took effect after %s, which follows it."
              .formatted(name(call), messages.get(furthest).id()));
    }
    furthest = Math.max(furthest, position);
    HandlerCall earlier = lastCalls.set(position, call);
    if (earlier == null) {
      findings.effect();
    } else {
      repeat(earlier, call, findings);
    }
  }

  private void repeat(HandlerCall earlier, HandlerCall later, Findings findings) {
    RepeatCause.between(earlier, later)
        .ifPresentOrElse(
            findings::repeat,
            () ->
                findings.add(
                    Defect.UNEXPLAINED_REPEAT,
                    "%s was handled again by %s under token %d, attempt %d; before it was token %d, attempt %d."
                        .formatted(
                            name(later),
                            later.caller().region(),
                            later.claim().token(),
                            later.claim().attempt(),
                            earlier.claim().token(),
                            earlier.claim().attempt())));
  }

  void end(Predicate<InputMessage> acknowledged, Findings findings) {
    for (int i = 0; i < messages.size(); i++) {
      InputMessage message = messages.get(i);
      if (lastCalls.get(i) == null && acknowledged.test(message)) {
        findings.add(
            Defect.LOST,
            "%s of session '%s' was acknowledged and never took effect."
                .formatted(message.id(), session));
      }
    }
  }

  private String name(HandlerCall call) {
    return "%s of session '%s'".formatted(call.id(), session);
  }
}
