package io.twinbus.receiver.unit;

import io.twinbus.ledger.InstanceId;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Handler calls as tests make them. */
final class Calls {

  private Calls() {}

  static Message message(String session, String id) {
    return new Message(
        new SessionId(session),
        new MessageId(id),
        Body.ofUtf8("{\"n\":1}"),
        Map.of("colour", "red"),
        new Message.Envelope("application/json", null, null));
  }

  static Invocation invocation(Duration timeout) {
    return new Invocation(
        41,
        2,
        Optional.of(new Position(new StreamId("s1"), 7, 6)),
        Optional.empty(),
        new Invocation.Caller(new RegionName("east"), new InstanceId("i1")),
        timeout);
  }
}
