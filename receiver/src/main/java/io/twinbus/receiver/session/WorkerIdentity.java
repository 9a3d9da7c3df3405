package io.twinbus.receiver.session;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceId;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import org.apiguardian.api.API;

/** Whose worker it is: the session of a queue it serves, and its region and instance. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1.0")
public record WorkerIdentity(
    EntityKey queue, SessionId session, RegionName region, InstanceId instance) {}
