package io.twinbus.receiver.servicebus;

import com.azure.core.credential.TokenCredential;
import com.azure.identity.DefaultAzureCredentialBuilder;
import io.twinbus.protocol.time.Clocks;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The connections to one region: as many as its sessions need, none with more than it can carry.
 *
 * <p>Thread-safe.
 */
final class Connections {

  private final ServiceBusSettings settings;
  private final Clocks clocks;
  private final List<Connection> open = new CopyOnWriteArrayList<>();
  private @Nullable TokenCredential credential;

  Connections(ServiceBusSettings settings, Clocks clocks) {
    this.settings = settings;
    this.clocks = clocks;
  }

  /** A connection with room for one more session, which it counts until it is released. */
  synchronized Connection hold() {
    int limit = settings.limits().sessionsPerConnection();
    for (Connection connection : open) {
      if (connection.tryHold(limit)) {
        return connection;
      }
    }
    Supplier<TokenCredential> shared = this::credential;
    Connection fresh = new Connection(settings, shared);
    open.add(fresh);
    fresh.tryHold(limit);
    return fresh;
  }

  /** Any connection: the oldest. */
  synchronized Connection any() {
    if (open.isEmpty()) {
      open.add(new Connection(settings, this::credential));
    }
    return open.get(0);
  }

  /** Takes a connection out, so that no session is accepted on it any more. */
  synchronized void remove(Connection connection) {
    open.remove(connection);
  }

  List<Connection> all() {
    return List.copyOf(open);
  }

  /** One for all connections, so that they share its token cache. */
  private synchronized TokenCredential credential() {
    if (credential == null) {
      credential = new ShortLivedTokens(new DefaultAzureCredentialBuilder().build(), clocks);
    }
    return credential;
  }
}
