package io.twinbus.receiver.servicebus;

import com.azure.core.credential.TokenCredential;
import com.azure.identity.DefaultAzureCredentialBuilder;
import io.twinbus.protocol.time.Clocks;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The connections to one region: as many as its sessions need, none with more than it can carry.
 *
 * <p>Thread-safe.
 */
final class Connections {

  private final ServiceBusSettings settings;
  private final Clocks clocks;
  private final Consumer<Connection> onStuck;
  private final List<Connection> open = new CopyOnWriteArrayList<>();
  private @Nullable TokenCredential credential;

  /**
   * @param onStuck hears of a connection that must be made anew; perhaps more than once
   */
  Connections(ServiceBusSettings settings, Clocks clocks, Consumer<Connection> onStuck) {
    this.settings = settings;
    this.clocks = clocks;
    this.onStuck = onStuck;
  }

  /** A connection with room for one more session, which it counts until it is released. */
  synchronized Connection hold() {
    int limit = settings.limits().sessionsPerConnection();
    for (Connection connection : open) {
      if (connection.tryHold(limit)) {
        return connection;
      }
    }
    Connection fresh = fresh();
    open.add(fresh);
    fresh.tryHold(limit);
    return fresh;
  }

  /** Any connection: the oldest. */
  synchronized Connection any() {
    if (open.isEmpty()) {
      open.add(fresh());
    }
    return open.get(0);
  }

  private Connection fresh() {
    return new Connection(settings, this::credential, clocks, onStuck);
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
