package io.twinbus.receiver.method;

import io.twinbus.protocol.Body;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.Session;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** How a listener's arguments are made of a message and its session, by type. */
final class ArgumentBinding {

  /** One argument. */
  private interface Source {
    Object valueOf(Message message, Session session) throws IOException;
  }

  private final List<Source> sources;

  private ArgumentBinding(List<Source> sources) {
    this.sources = sources;
  }

  /**
   * How the arguments of {@code method} are made.
   *
   * @throws InvalidSettingException when they cannot be
   */
  static ArgumentBinding of(DescribedMethod method) {
    List<Source> sources = new ArrayList<>();
    int bodies = 0;
    for (DescribedMethod.Argument argument : method.arguments()) {
      if (argument.type() == Message.class) {
        sources.add((message, session) -> message);
      } else if (argument.type() == Session.class) {
        sources.add((message, session) -> session);
      } else {
        sources.add(body(argument));
        bodies++;
      }
    }
    if (bodies > 1) {
      throw new InvalidSettingException(
          "%s has %d arguments for the body: keep one, beside Message and Session."
              .formatted(method.name(), bodies));
    }
    return new ArgumentBinding(List.copyOf(sources));
  }

  /**
   * The values of all arguments.
   *
   * @throws IOException when the body is not what the method wants
   */
  Object[] bind(Message message, Session session) throws IOException {
    Object[] values = new Object[sources.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = sources.get(i).valueOf(message, session);
    }
    return values;
  }

  private static Source body(DescribedMethod.Argument argument) {
    if (argument.type() == Body.class) {
      return (message, session) -> message.body();
    }
    if (argument.type() == byte[].class) {
      return (message, session) -> message.body().toBytes();
    }
    if (argument.type() == String.class) {
      return (message, session) -> new String(message.body().toBytes(), StandardCharsets.UTF_8);
    }
    DescribedMethod.BodyReader json = argument.json().get();
    return (message, session) -> read(json, message);
  }

  private static Object read(DescribedMethod.BodyReader json, Message message) throws IOException {
    Object value = json.read(message.body().toBytes());
    if (value == null) {
      throw new IOException("The body is null.");
    }
    return value;
  }
}
