package io.twinbus.receiver.session;

import io.twinbus.ledger.InstanceId;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import org.apiguardian.api.API;

/** Whose worker it is: the session it serves, and the region and instance it belongs to. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1.0")
public record WorkerIdentity(SessionId session, RegionName region, InstanceId instance) {}
