package io.twinbus.receiver.listener;

import io.micronaut.core.type.Argument;
import io.micronaut.inject.ExecutableMethod;
import io.micronaut.json.JsonMapper;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.Session;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  static ArgumentBinding of(ExecutableMethod<?, ?> method, @Nullable JsonMapper json) {
    List<Source> sources = new ArrayList<>();
    int bodies = 0;
    for (Argument<?> argument : method.getArguments()) {
      if (argument.getType() == Message.class) {
        sources.add((message, session) -> message);
      } else if (argument.getType() == Session.class) {
        sources.add((message, session) -> session);
      } else {
        sources.add(body(method, argument, json));
        bodies++;
      }
    }
    if (bodies > 1) {
      throw new InvalidSettingException(
          "%s has %d arguments for the body: keep one, beside Message and Session."
              .formatted(ListenerMethod.nameOf(method), bodies));
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

  private static Source body(
      ExecutableMethod<?, ?> method, Argument<?> argument, @Nullable JsonMapper json) {
    if (argument.getType() == Body.class) {
      return (message, session) -> message.body();
    }
    if (argument.getType() == byte[].class) {
      return (message, session) -> message.body().toBytes();
    }
    if (argument.getType() == String.class) {
      return (message, session) -> new String(message.body().toBytes(), StandardCharsets.UTF_8);
    }
    if (json == null) {
      throw new InvalidSettingException(
          "%s wants its body as %s, and there is no JSON mapper: add micronaut-serde-jackson."
              .formatted(ListenerMethod.nameOf(method), argument.getType().getSimpleName()));
    }
    return (message, session) -> read(json, message, argument);
  }

  private static Object read(JsonMapper json, Message message, Argument<?> argument)
      throws IOException {
    Object value = json.readValue(message.body().toBytes(), argument);
    if (value == null) {
      throw new IOException("The body is null.");
    }
    return value;
  }
}
