package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.amqp.encoding.Names;
import java.time.Duration;
import java.util.Map;
import org.apache.qpid.proton.amqp.DescribedType;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.Source;
import org.apache.qpid.proton.engine.Sender;
import org.jspecify.annotations.Nullable;

/**
 * Which session a receiving client asks for.
 *
 * @param wanted whether it asks for one at all
 * @param sessionId the one; null: whichever is next
 * @param patience how long it is willing to wait for the next one
 */
record SessionRequest(boolean wanted, @Nullable String sessionId, Duration patience) {
  private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(60);
  private static final Duration MAX_PATIENCE = Duration.ofHours(1);

  static SessionRequest of(Sender link, Source source) {
    Map<?, ?> filter = source.getFilter();
    if (filter == null || !filter.containsKey(Names.SESSION_FILTER)) {
      return new SessionRequest(false, null, Duration.ZERO);
    }
    Object value = filter.get(Names.SESSION_FILTER);
    Object id = value instanceof DescribedType described ? described.getDescribed() : value;
    return new SessionRequest(
        true, id == null ? null : id.toString(), patience(link.getRemoteProperties()));
  }

  /** A filter other than for sessions, such as a selector of JMS; ignored, it would lie. */
  static boolean hasUnknownFilter(Source source) {
    Map<?, ?> filter = source.getFilter();
    return filter != null
        && filter.keySet().stream().anyMatch(name -> !Names.SESSION_FILTER.equals(name));
  }

  private static Duration patience(@Nullable Map<Symbol, Object> linkProperties) {
    if (linkProperties != null && linkProperties.get(Names.TIMEOUT) instanceof Number millis) {
      Duration asked = Duration.ofMillis(Math.max(0, millis.longValue()));
      return asked.compareTo(MAX_PATIENCE) > 0 ? MAX_PATIENCE : asked;
    }
    return DEFAULT_PATIENCE;
  }
}
