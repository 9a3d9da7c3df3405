package io.twinbus.rehearsal.sink;

import com.sun.net.httpserver.Headers;
import io.twinbus.protocol.Body;
import io.twinbus.rehearsal.sink.SinkCall.Caller;
import io.twinbus.rehearsal.sink.SinkCall.Claim;
import java.util.Optional;

/** Reads a handler call from the headers of a CloudEvents request in binary mode. */
final class HandlerRequest {

  private HandlerRequest() {}

  /** The call; empty when a header is missing or no number where one must be. */
  static Optional<SinkCall> parse(String process, Headers headers, Body body) {
    String session = headers.getFirst("ce-subject");
    String id = headers.getFirst("ce-id");
    String region = headers.getFirst("Twinbus-Region");
    String instance = headers.getFirst("Twinbus-Instance");
    String stream = headers.getFirst("Twinbus-Stream");
    if (session == null || id == null || region == null || instance == null) {
      return Optional.empty();
    }
    try {
      Claim claim =
          new Claim(
              Long.parseLong(String.valueOf(headers.getFirst("Twinbus-Token"))),
              Integer.parseInt(String.valueOf(headers.getFirst("Twinbus-Attempt"))),
              HeaderText.decode(stream == null ? "" : stream),
              Long.parseLong(String.valueOf(headers.getFirst("Twinbus-Sequence"))));
      return Optional.of(
          new SinkCall(
              HeaderText.decode(session),
              HeaderText.decode(id),
              claim,
              new Caller(region, instance, process),
              body));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
