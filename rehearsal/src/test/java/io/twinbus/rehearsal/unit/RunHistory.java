package io.twinbus.rehearsal.unit;

import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.rehearsal.input.InputMessage;
import io.twinbus.rehearsal.input.MessageBatch;
import io.twinbus.rehearsal.producer.SendHistory;
import io.twinbus.rehearsal.sink.AppliedEffect;
import io.twinbus.rehearsal.sink.SinkCall;
import io.twinbus.rehearsal.sink.SinkCall.Caller;
import io.twinbus.rehearsal.sink.SinkCall.Claim;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A small history, written down step by step. */
final class RunHistory {

  final SendHistory sendings = new SendHistory();
  final List<AppliedEffect> effects = new ArrayList<>();
  private final List<InputMessage> input = new ArrayList<>();

  RunHistory input(String session, String... ids) {
    for (String id : ids) {
      input.add(
          new InputMessage(
              new SessionId(session), new MessageId(id), "body of " + id, input.size() + 1));
    }
    return this;
  }

  RunHistory sent(String incarnation, long second, String... ids) {
    for (String id : ids) {
      sendings.sent(message(id), incarnation, time(second));
    }
    return this;
  }

  RunHistory acknowledged(String... ids) {
    for (String id : ids) {
      sendings.acknowledged(message(id));
    }
    return this;
  }

  RunHistory effect(String id, String stream, long token, long second) {
    return effect(id, stream, token, second, "west");
  }

  RunHistory effect(String id, String stream, long token, long second, String region) {
    SinkCall call =
        new SinkCall(
            message(id).session().value(),
            id,
            new Claim(token, 1, stream, 1),
            new Caller(region, region + "-instance", region + "-1"),
            Body.ofUtf8("body of " + id));
    effects.add(new AppliedEffect(call, new Now(time(second), Instant.EPOCH)));
    return this;
  }

  MessageBatch batch() {
    return new MessageBatch(input);
  }

  private InputMessage message(String id) {
    return input.stream().filter(one -> one.id().value().equals(id)).findFirst().orElseThrow();
  }

  static MonotonicTime time(long second) {
    return new MonotonicTime(Duration.ofSeconds(second).toNanos());
  }
}
