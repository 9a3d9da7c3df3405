package io.twinbus.receiver.session;

import io.twinbus.ledger.InstanceId;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;

/** Whose worker it is: the session it serves, and the region and instance it belongs to. */
public record WorkerIdentity(SessionId session, RegionName region, InstanceId instance) {}
