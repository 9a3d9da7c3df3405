package io.twinbus.receiver.bytes;

import io.twinbus.receiver.Message;
import io.twinbus.receiver.broker.Delivery;
import java.util.Map;

/** How much memory a copy in hand takes. */
final class CopySize {

  /** What the SDK's objects and ours take beside the body and the application's properties. */
  static final int BESIDE_BODY = 4_096;

  private CopySize() {}

  static long of(Delivery copy) {
    Message message = copy.message();
    long text = 0;
    for (Map.Entry<String, Object> property : message.properties().entrySet()) {
      text += property.getKey().length();
      text += property.getValue() instanceof String value ? value.length() : 0;
    }
    return BESIDE_BODY + message.body().size() + 2 * text;
  }
}
