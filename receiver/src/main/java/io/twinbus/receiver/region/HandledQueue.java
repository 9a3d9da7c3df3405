package io.twinbus.receiver.region;

import io.twinbus.receiver.SessionHandler;
import org.apiguardian.api.API;

/**
 * One queue of a {@link RegionReceiver} with the handler of its messages.
 *
 * @param settings the receiver's settings as the queue has them
 * @param handler must not block
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1.0")
public record HandledQueue(ReceiverSettings settings, SessionHandler handler) {}
